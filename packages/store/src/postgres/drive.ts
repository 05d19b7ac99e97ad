// Runs work on a connection, statement by statement. A statement whose result the work does not need is not waited for:
// it is answered in its turn, at the latest by the commit.

import type { Transaction } from "../database/transaction.ts";
import type { Row, Step, StepResult, Work } from "../database/work.ts";
import type { Attempt } from "./attempt.ts";
import type { Opening } from "./opening.ts";

/** What work came to. */
export interface Driven<T> {
  readonly value: T;
  /** Whether it changed anything, when all its statements are answered. Rejects if one that was not waited for has failed. */
  changed(): Promise<boolean>;
}

/** Runs work to its end. What goes wrong with a statement is thrown; the transaction can then only be rolled back. */
export async function drive<T>(
  { connection, statements }: Attempt,
  opening: Opening,
  make: (transaction: Transaction) => Work<T> | Promise<Work<T>>,
): Promise<Driven<T>> {
  const sent = new Sent();
  const { work, next: first } = await opening.start(make);
  let next = first;
  while (next.done !== true) {
    const step = next.value;
    if (step.kind === "each") {
      for (const statement of statements.each(step.sql, step.parameters)) sent.add(connection.query(statement));
      next = await opening.resume(work, step.parameters.length);
      continue;
    }
    for (const { sql, parameters } of step.before ?? []) sent.add(connection.query(statements.one(sql, parameters)));
    const result = await sent.waitFor(connection.query(statements.one(step.sql, step.parameters)));
    next = await opening.resume(work, shaped(step.kind, result));
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
