// The policies of a tenant as they are stored, parsed again whenever they are read: a row may have been changed by hand, or
// been written by a newer engine. One that cannot be read must not leave a call unguarded.

import { faultText } from "../definitions/parser.ts";
import type { Store } from "../ports/store.ts";
import type { StoredPolicy } from "../ports/store-rows.ts";
import { parsePolicy } from "./parse-policy.ts";
import type { Policy, PolicyBook } from "./policy.ts";

/** No `allow` takes it away: only those of lower priority fall away. */
const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

/** The policies at their revision. What does not parse asks a person about every call, until it is saved again or removed. */
export async function readBook({ policies }: Pick<Store, "policies">, tenant: string): Promise<PolicyBook> {
  const stored = await policies(tenant);
  return { revision: stored.revision, policies: stored.policies.map(policyOf) };
}

function policyOf({ id, policy }: StoredPolicy): Policy {
  const parsed = parsePolicy(policy);
  if (!parsed.ok) return standIn(id, faultText(`policy ${id}`, parsed.faults));
  return parsed.value.id === id ? parsed.value : standIn(id, `policy ${id}: it names itself ${parsed.value.id}`);
}

function standIn(id: string, fault: string): Policy {
  const reason = `a stored policy cannot be read, so a person decides (${fault}): save it again, or remove it`;
  return Object.freeze({ id, match: "*/*", effect: "require", priority: ABOVE_ALL, reason, enabled: true });
}
