// One attempt at a transaction that writes. What the transaction came to is known, or can be asked for by its number.

import { Refusal } from "../database/refusal.ts";
import { text } from "../database/row.ts";
import { StoreError } from "../database/store-error.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import type { Attempt } from "./attempt.ts";
import { both } from "./connection.ts";
import { type Driven, drive } from "./drive.ts";
import { Opening } from "./opening.ts";
import { Failure, isLost } from "./postgres-error.ts";

const BEGIN = "begin isolation level read committed read write";
/** The clock, and a number by which the transaction is known for ever. */
const NUMBER = `
select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_current_xact_id()::text as number`;
const BECAME = "select coalesce(pg_xact_status(cast(:number as xid8)), 'unknown') as became";

/** What a transaction came to, and whether it changed anything. */
export interface Written<T> {
  readonly value: T;
  readonly changed: boolean;
}

/** The reply to a commit was lost: the transaction took place, or it did not. */
export class CommitLost extends Error {
  readonly number: string;
  /** Of the server that was to keep it. */
  readonly life: string;
  readonly value: unknown;
  readonly failure: Failure;
  constructor({ number, life }: { readonly number: string; readonly life: string }, value: unknown, failure: Failure) {
    super(failure.message, { cause: failure });
    this.name = "CommitLost";
    this.number = number;
    this.life = life;
    this.value = value;
    this.failure = failure;
  }
}

/** Runs the work. Throws a `CommitLost` where nobody knows whether it was kept. */
export async function writing<T>(attempt: Attempt, make: (transaction: Transaction) => Work<T>): Promise<Written<T>> {
  const { connection } = attempt;
  const opening = new Opening(attempt, BEGIN, NUMBER);
  let driven: Driven<T>;
  try {
    driven = await drive(attempt, opening, make);
  } catch (error) {
    if (!(error instanceof Failure && isLost(error))) await connection.query("rollback");
    // The work knew the type of its own refusal.
    if (error instanceof Refusal) return { value: error.reply as T, changed: false };
    throw error;
  }
  const { value } = driven;
  const number = text(await opening.row, "number");
  try {
    const changed = driven.changed();
    await both(changed, connection.query("commit"));
    return { value, changed: await changed };
  } catch (error) {
    throw error instanceof Failure && isLost(error)
      ? new CommitLost({ number, life: connection.life }, value, error)
      : error;
  }
}

/** Whether a transaction whose commit was lost has taken place. */
export async function askWhatBecame(
  { connection, statements }: Attempt,
  { number, place }: { readonly number: string; readonly place: string },
): Promise<boolean> {
  const { rows } = await connection.query(statements.one(BECAME, { number }));
  const became = text(rows[0] ?? {}, "became");
  // The server may not have noticed yet that the other connection is gone; then its patience with it ends it.
  if (became === "in progress")
    throw new Failure(new Error(`transaction ${number}, whose connection was lost, is still open`));
  if (became !== "unknown") return became === "committed";
  throw new StoreError(
    "store_unreachable",
    `the store, ${place}, does not know what became of transaction ${number}`,
    "another server answers now, or it was put back from a copy: start this process again",
  );
}
