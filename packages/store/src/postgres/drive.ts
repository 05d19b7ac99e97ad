// Runs work on a connection, statement by statement. A statement whose result the work does not need is not waited for:
// it is answered in its turn, at the latest by the commit.

import type { Row, Step, StepResult, Work } from "../database/work.ts";
import type { Connection } from "./connection.ts";
import type { Statements } from "./statements.ts";

/** What work came to. */
export interface Driven<T> {
  readonly value: T;
  /** Whether it changed anything, when all its statements are answered. Rejects if one that was not waited for has failed. */
  changed(): Promise<boolean>;
}

/** Runs work to its end. What goes wrong with a statement is thrown; the transaction can then only be rolled back. */
export async function drive<T>(connection: Connection, statements: Statements, work: Work<T>): Promise<Driven<T>> {
  const sent = new Sent();
  let next = work.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.kind === "each") {
      for (const parameters of step.parameters) sent.add(connection.query(statements(step.sql, parameters)));
      next = work.next(step.parameters.length);
      continue;
    }
    const result = await sent.waitFor(connection.query(statements(step.sql, step.parameters)));
    next = work.next(shaped(step.kind, result));
  }
  return { value: next.value, changed: () => sent.changed() };
}

function shaped(kind: Exclude<Step["kind"], "each">, { rows, rowCount }: Result): StepResult {
  if (kind === "run") return rowCount ?? 0;
  return kind === "get" ? rows[0] : rows;
}

/** What a statement comes to. */
interface Result {
  readonly command: string;
  readonly rows: readonly Row[];
  readonly rowCount: number | null;
}

/** Statements that were sent. The first failure is the one that counts: those after it only tell that there was one. */
class Sent {
  #failure: { readonly error: unknown } | undefined;
  #changed = false;
  #last: Promise<void> = Promise.resolve();

  /** One that is not waited for. */
  add(query: Promise<Result>): void {
    this.#last = query.then(
      (result) => this.#note(result),
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
  }

  async waitFor<R extends Result>(query: Promise<R>): Promise<R> {
    try {
      const result = await query;
      this.#note(result);
      return result;
    } catch (error) {
      throw this.#failure === undefined ? error : this.#failure.error;
    }
  }

  async changed(): Promise<boolean> {
    await this.#last;
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#changed;
  }

  #note({ command, rowCount }: Result): void {
    this.#changed ||= command !== "SELECT" && (rowCount ?? 0) > 0;
  }
}
