// Work on a database as a generator of statements: written once, and run by each database's driver. The driver of SQLite
// runs it to its end without a pause; that of PostgreSQL waits for each statement.

/** A value that a statement is given. Booleans are 1 and 0. */
export type Value = string | number | null;

/** Named parameters of a statement, without the colon. A statement may use a name more than once. */
export type Parameters = Readonly<Record<string, Value>>;

/** A row as a database hands it out: texts and whole numbers (also where a database counts in 64 bits). */
export type Row = Readonly<Record<string, unknown>>;

/** One statement. Words in braces in `sql` are the dialect's to spell. */
export interface Statement {
  readonly sql: string;
  readonly parameters: Parameters;
}

/** One thing that is asked of the database; what is asked `before` it goes out with it, and nobody needs its result. */
export type Step =
  | (Statement & { readonly kind: "run" | "get" | "all"; readonly before?: readonly Statement[] })
  /** One statement for each of the parameters, in order, whose results the work does not need: they need not be waited for. */
  | { readonly kind: "each"; readonly sql: string; readonly parameters: readonly Parameters[] };

/** What it gives: `run` how many rows changed, `get` the first row or undefined, `all` the rows, `each` any number. */
export type StepResult = number | Row | undefined | readonly Row[];

/** Work that comes to a `T`. What goes wrong with a statement ends it: nothing of it is kept. */
export type Work<T> = Generator<Step, T, StepResult>;

/** The number of rows that a statement changed. */
export function* run(sql: string, parameters: Parameters = {}): Work<number> {
  return count(yield { kind: "run", sql, parameters });
}

/** Runs a statement, whatever it changes. */
export function* send(sql: string, parameters: Parameters = {}): Work<void> {
  yield { kind: "each", sql, parameters: [parameters] };
}

/** Runs a statement for each of the parameters, whatever it changes. */
export function* each(sql: string, parameters: readonly Parameters[]): Work<void> {
  if (parameters.length > 0) yield { kind: "each", sql, parameters };
}

/** The first row of a statement, which sees what the statements before it did. */
export function* get(
  sql: string,
  parameters: Parameters = {},
  before: readonly Statement[] = [],
): Work<Row | undefined> {
  const row = yield { kind: "get", sql, parameters, before };
  if (typeof row === "number" || isList(row)) throw new TypeError("a driver gave something else than a row");
  return row;
}

/** All rows of a statement. */
export function* all(sql: string, parameters: Parameters = {}): Work<readonly Row[]> {
  const rows = yield { kind: "all", sql, parameters };
  if (!isList(rows)) throw new TypeError("a driver gave something else than rows");
  return rows;
}

function count(result: StepResult): number {
  if (typeof result !== "number") throw new TypeError("a driver gave something else than a count");
  return result;
}

function isList(result: StepResult): result is readonly Row[] {
  return Array.isArray(result);
}
