// Runs work on a connection, statement by statement. A statement whose result the work does not need is not waited for:
// it is answered in its turn, at the latest by the commit.

import type { Row, Step, StepResult, Work } from "../database/work.ts";
import type { Connection } from "./connection.ts";
import type { Statements } from "./statements.ts";

/** What work came to, and whether it changed anything. */
export interface Driven<T> {
  readonly value: T;
  readonly changed: boolean;
  /** Rejects if a statement that was not waited for has failed. */
  settled(): Promise<void>;
}

/** Runs work to its end. What goes wrong with a statement is thrown; the transaction can then only be rolled back. */
export async function drive<T>(connection: Connection, statements: Statements, work: Work<T>): Promise<Driven<T>> {
  const sent = new Sent();
  let changed = false;
  let next = work.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.kind === "each") {
      changed ||= step.parameters.length > 0;
      for (const parameters of step.parameters) sent.add(connection.query(statements(step.sql, parameters)));
      next = work.next(step.parameters.length);
      continue;
    }
    const result = await sent.before(connection.query(statements(step.sql, step.parameters)));
    changed ||= result.command !== "SELECT" && (result.rowCount ?? 0) > 0;
    next = work.next(shaped(step.kind, result));
  }
  return { value: next.value, changed, settled: () => sent.all() };
}

function shaped(
  kind: Exclude<Step["kind"], "each">,
  { rows, rowCount }: { readonly rows: readonly Row[]; readonly rowCount: number | null },
): StepResult {
  if (kind === "run") return rowCount ?? 0;
  return kind === "get" ? rows[0] : rows;
}

/** Statements that are under way. The first failure is the one that counts: those after it only tell that there was one. */
class Sent {
  #first: { readonly error: unknown } | undefined;
  #last: Promise<void> = Promise.resolve();

  add(query: Promise<unknown>): void {
    this.#last = query.then(
      () => undefined,
      (error: unknown) => {
        this.#first ??= { error };
      },
    );
  }

  /** A statement that is waited for. */
  async before<T>(query: Promise<T>): Promise<T> {
    try {
      return await query;
    } catch (error) {
      throw this.#first === undefined ? error : this.#first.error;
    }
  }

  async all(): Promise<void> {
    await this.#last;
    if (this.#first !== undefined) throw this.#first.error;
  }
}
