// Reading a tenant's policies with their revision.

import type { Json, StoredPolicies } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, get, type Work } from "../database/work.ts";

/** Plan: primary key. Read first: policies that are newer than their revision are only gated with once more. */
const REVISION = "select policy_revision from tenants where tenant = :tenant";
/** Plan: the tenant's range of the primary key (tenant, policy_id), in its order. */
const POLICIES = "select policy_id, policy from policies where tenant = :tenant order by policy_id";

/** All policies, by their ids. */
export function* readPolicies(tenant: string): Work<StoredPolicies> {
  const row = yield* get(REVISION, { tenant });
  const rows = yield* all(POLICIES, { tenant });
  const policies = rows.map((one) => ({ id: text(one, "policy_id"), policy: jsonOrText(text(one, "policy")) }));
  return { revision: row === undefined ? 0 : int(row, "policy_revision"), policies };
}

/** What is no JSON is no policy either: whoever parses it finds that out, and knows what to do for a policy that is none. */
function jsonOrText(stored: string): Json {
  try {
    return JSON.parse(stored);
  } catch {
    return stored;
  }
}
