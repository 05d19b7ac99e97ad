// The trail of what people did, which stays when what they did it to is gone.

import type { Transaction } from "../database/transaction.ts";

/** Plan: the last entry of the tenant by the primary key (tenant, entry), then one insert after it. */
const ENTRY = `
insert into audit (tenant, entry, at, by, action, subject, detail)
select :tenant, coalesce(max(entry), 0) + 1, :now, :by, :action, :subject, :detail from audit where tenant = :tenant`;

/** One thing that somebody did. */
export interface AuditEntry {
  readonly by: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
}

/** Writes an entry in the transaction of what it tells of. */
export function audit({ database, now }: Transaction, tenant: string, entry: AuditEntry): void {
  const { by, action, subject } = entry;
  database.run(ENTRY, { tenant, now, by, action, subject, detail: JSON.stringify(entry.detail) });
}
