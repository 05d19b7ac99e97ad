// The trail of what people did, which stays when what they did it to is gone.

import type { Transaction } from "../database/transaction.ts";
import { send, type Work } from "../database/work.ts";

/** Plan: the next number (of a sequence, or after the tenant's last one in the primary key), then one insert. */
const ENTRY = `
insert into audit (tenant, entry, at, by, action, subject, detail)
values (:tenant, {next entry}, :now, :by, :action, :subject, :detail)`;

/** One thing that somebody did. */
export interface AuditEntry {
  readonly by: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
}

/** Writes an entry in the transaction of what it tells of. */
export function* audit({ now }: Transaction, tenant: string, entry: AuditEntry): Work<void> {
  const { by, action, subject } = entry;
  yield* send(ENTRY, { tenant, now, by, action, subject, detail: JSON.stringify(entry.detail) });
}
