// Reading tenants.

import type { TenantRow } from "@haft/engine/ports";
import { int, intOrNull, text } from "../database/row.ts";
import { all, type Work } from "../database/work.ts";

/** Plan: primary key, in its order. */
const TENANTS = `
select tenant, max_running, retention_days from tenants where tenant > :after order by tenant limit :limit`;

/** Tenants behind one of them, by their names. */
export function* readTenants(after: string, limit: number): Work<readonly TenantRow[]> {
  return (yield* all(TENANTS, { after, limit })).map((row) => ({
    tenant: text(row, "tenant"),
    maxRunning: int(row, "max_running"),
    retentionDays: intOrNull(row, "retention_days"),
  }));
}
