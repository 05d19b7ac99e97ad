// The beginning of a transaction, which is not waited for: what the work asks first goes out with it. Only work that wants
// to know the time before it has asked anything is begun again when the time is known.

import { int } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Row, Step, StepResult, Work } from "../database/work.ts";
import type { Attempt } from "./attempt.ts";
import { both } from "./connection.ts";
import { POSTGRES } from "./dialect.ts";

/** The time was asked for before it was known. */
class TooEarly extends Error {}

/** A transaction that has been begun. */
export class Opening {
  /** What the first statement gave: the time, and what else the transaction needs to know of itself. */
  readonly row: Promise<Row>;
  readonly #clock: (() => number) | undefined;
  #now: number | undefined;

  constructor({ connection, statements, clock }: Attempt, begin: string, first: string) {
    this.#clock = clock;
    const begun = connection.query(begin);
    this.row = both(begun, connection.query(statements.one(first, {}))).then(({ rows: [row] }) => {
      if (row === undefined) throw new TypeError("the database does not tell the time");
      this.#now = this.#clock?.() ?? int(row, "now");
      return row;
    });
    // Whoever needs it hears of its failure.
    this.row.catch(() => undefined);
  }

  /** The work, as far as its first statement. */
  async start<T>(
    make: (transaction: Transaction) => Work<T> | Promise<Work<T>>,
  ): Promise<{ readonly work: Work<T>; readonly next: IteratorResult<Step, T> }> {
    try {
      return await this.#try(make);
    } catch (error) {
      if (!(error instanceof TooEarly)) throw error;
      await this.row;
      return await this.#try(make);
    }
  }

  /** Goes on with work. From here on the time is known. */
  async resume<T>(work: Work<T>, result: StepResult): Promise<IteratorResult<Step, T>> {
    if (this.#now === undefined) await this.row;
    return work.next(result);
  }

  async #try<T>(
    make: (transaction: Transaction) => Work<T> | Promise<Work<T>>,
  ): Promise<{ readonly work: Work<T>; readonly next: IteratorResult<Step, T> }> {
    const now = (): number => {
      if (this.#now === undefined) throw new TooEarly();
      return this.#now;
    };
    const transaction: Transaction = {
      dialect: POSTGRES,
      get now() {
        return now();
      },
    };
    const work = await make(transaction);
    return { work, next: work.next() };
  }
}
