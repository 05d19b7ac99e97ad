// One attempt at work that only reads: all of it sees one moment.

import { int } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import type { Attempt } from "./attempt.ts";
import { both } from "./connection.ts";
import { POSTGRES } from "./dialect.ts";
import { drive } from "./drive.ts";

const BEGIN = "begin isolation level repeatable read read only";
const NOW = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now";

/** Runs the work. */
export async function reading<T>(
  { connection, statements, clock }: Attempt,
  work: (transaction: Transaction) => Work<T> | Promise<Work<T>>,
): Promise<T> {
  const begun = connection.query(BEGIN);
  const row = (await both(begun, connection.query(statements(NOW, {})))).rows[0] ?? {};
  try {
    const ready = await work({ dialect: POSTGRES, now: clock?.() ?? int(row, "now") });
    return (await drive(connection, statements, ready)).value;
  } finally {
    // Nothing depends on it but the next user of the connection, whose statements come after it.
    connection.query("commit").catch(() => undefined);
  }
}
