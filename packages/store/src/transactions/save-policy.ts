// Transaction 14: a policy is saved or removed, and the tenant's policy revision is one higher: what was gated with the
// one before is gated again before it starts.

import type { SavePolicy, SavePolicyReply } from "@haft/engine/ports";
import { int } from "../database/row.ts";
import { holdKey, type Transaction } from "../database/transaction.ts";
import { get, run, send, type Work } from "../database/work.ts";
import { audit } from "./audit.ts";
import { policiesLock } from "./guards.ts";

const TENANT = "insert into tenants (tenant, created_at) values (:tenant, :now) on conflict do nothing";
/** Plan: primary key. */
const REVISION = "select policy_revision from tenants where tenant = :tenant";
const RAISE = "update tenants set policy_revision = policy_revision + 1 where tenant = :tenant";
/** Plan: primary key (tenant, policy_id). */
const FOUND = "select 1 as found from policies where tenant = :tenant and policy_id = :id";
const REMOVE = "delete from policies where tenant = :tenant and policy_id = :id";
const SAVE = `
insert into policies (tenant, policy_id, policy, saved_by, saved_at) values (:tenant, :id, :policy, :by, :now)
on conflict (tenant, policy_id) do update
set policy = excluded.policy, saved_by = excluded.saved_by, saved_at = excluded.saved_at`;

/** Saves or removes the policy. Removing one that is not there changes nothing. */
export function* savePolicy(transaction: Transaction, request: SavePolicy): Work<SavePolicyReply> {
  const { now } = transaction;
  const { tenant, id, policy, by } = request;
  // Comes to hold it when every start that has read the revision before is durable.
  yield* holdKey(transaction, policiesLock(tenant));
  yield* run(TENANT, { tenant, now });
  const revision = int((yield* get(REVISION, { tenant })) ?? { policy_revision: 0 }, "policy_revision");
  const found = (yield* get(FOUND, { tenant, id })) !== undefined;
  if (policy === null && !found) return { revision, found };
  if (policy === null) yield* send(REMOVE, { tenant, id });
  else yield* send(SAVE, { tenant, id, policy: JSON.stringify(policy), by, now });
  yield* send(RAISE, { tenant });
  const action = policy === null ? "policy.removed" : "policy.saved";
  yield* audit(transaction, tenant, { by, action, subject: id, detail: { revision: String(revision + 1) } });
  return { revision: revision + 1, found };
}
