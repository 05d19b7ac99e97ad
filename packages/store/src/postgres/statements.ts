// Statements with named parameters as PostgreSQL wants them: spelled, numbered, and prepared under a name. Each is
// translated once.

import { type Dialect, spell } from "../database/dialect.ts";
import { numbered } from "../database/numbered.ts";
import type { Parameters, Value } from "../database/work.ts";
import { storedText } from "./text.ts";

/** A statement that a connection prepares at its first use. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Finds statements by their texts. */
export interface Statements {
  one(sql: string, parameters: Parameters): Statement;
  /** The statement for each of the parameters, in order; one insert for several rows where it is an insert. */
  each(sql: string, parameters: readonly Parameters[]): readonly Statement[];
}

interface Translated {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
}

/** An insert of one row, with nothing in parentheses among its values. */
const INSERT = /^(\s*insert\s[^;]*\bvalues\s*)\(([^()]*)\)([^()]*|\s*on conflict[^;]*)$/i;
/** Rows of one insert. Each number of rows is a statement of its own, of which a connection keeps few. */
const ROWS = 8;

/** Statements of one dialect, each with a name that no other has. */
export function statementsOf(dialect: Dialect): Statements {
  const known = new Map<string, Translated>();
  const find = (sql: string, translate: () => Omit<Translated, "name">): Translated => {
    let statement = known.get(sql);
    if (statement === undefined) {
      statement = { name: `haft_${known.size + 1}`, ...translate() };
      known.set(sql, statement);
    }
    return statement;
  };
  const one = (sql: string, parameters: Parameters): Statement => {
    const { name, text, parameters: names } = find(sql, () => numbered(spell(dialect, sql), "$"));
    return { name, text, values: names.map((parameter) => written(parameters, parameter, sql)) };
  };
  const several = (sql: string, rows: readonly Parameters[]): Statement => {
    const { name, text, parameters } = find(`${rows.length} ${sql}`, () => forRows(spell(dialect, sql), rows.length));
    return { name, text, values: rows.flatMap((row) => parameters.map((parameter) => written(row, parameter, sql))) };
  };
  return {
    one,
    each(sql, parameters) {
      if (parameters.length < 2 || !INSERT.test(sql)) return parameters.map((row) => one(sql, row));
      const parts: Statement[] = [];
      for (let from = 0; from < parameters.length; from += ROWS) {
        const rows = parameters.slice(from, from + ROWS);
        parts.push(rows.length === 1 ? one(sql, rows[0] ?? {}) : several(sql, rows));
      }
      return parts;
    },
  };
}

/** An insert of one row as one of several. `parameters` are those of one row. */
function forRows(sql: string, count: number): Omit<Translated, "name"> {
  const [, before = "", values = "", after = ""] = INSERT.exec(sql) ?? [];
  const row = numbered(values, "$");
  const rows = Array.from({ length: count }, (_, index) =>
    row.text.replace(/\$(\d+)/g, (_all, place: string) => `$${index * row.parameters.length + Number(place)}`),
  );
  return { text: `${before}(${rows.join("), (")})${after}`.trim(), parameters: row.parameters };
}

function written(parameters: Parameters, name: string, sql: string): string | null {
  const value: Value | undefined = parameters[name];
  if (value === undefined) throw new TypeError(`no value was given for :${name} in ${sql}`);
  if (value === null) return null;
  return typeof value === "number" ? String(value) : storedText(value);
}
