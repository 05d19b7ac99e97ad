// What is set of a tenant: made where there is none; the trail tells who changed what.

import type { SaveTenant, SaveTenantReply } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { run, send, type Work } from "../database/work.ts";
import { audit } from "./audit.ts";

/** Plan: primary key, each. */
const TENANT = "insert into tenants (tenant, created_at) values (:tenant, :now) on conflict do nothing";
const SET = `
update tenants set retention_days = :days
where tenant = :tenant and coalesce(retention_days, -1) <> coalesce(cast(:days as {integer}), -1)`;

/** Saves how long a tenant's runs are kept. */
export function* saveTenant(transaction: Transaction, request: SaveTenant): Work<SaveTenantReply> {
  const { tenant, retentionDays: days, by } = request;
  yield* send(TENANT, { tenant, now: transaction.now });
  if ((yield* run(SET, { tenant, days })) === 0) return { changed: false };
  const detail = { retentionDays: days === null ? "off" : String(days) };
  yield* audit(transaction, tenant, { by, action: "tenant.saved", subject: tenant, detail });
  return { changed: true };
}
