// One attempt at work that only reads: all of it sees one moment.

import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import type { Attempt } from "./attempt.ts";
import { drive } from "./drive.ts";
import { Opening } from "./opening.ts";

const BEGIN = "begin isolation level repeatable read read only";
const NOW = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now";

/** Runs the work. */
export async function reading<T>(
  attempt: Attempt,
  make: (transaction: Transaction) => Work<T> | Promise<Work<T>>,
): Promise<T> {
  const opening = new Opening(attempt, BEGIN, NOW);
  try {
    return (await drive(attempt, opening, make)).value;
  } finally {
    // Nothing depends on it but the next user of the connection, whose statements come after it.
    attempt.connection.query("commit").catch(() => undefined);
  }
}
