// A tenant's policies, as people keep them.

import { type Fault, faultText } from "../definitions/parser.ts";
import { isObject, type Json } from "../json/json.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { maskedName } from "../secrets/masked-name.ts";
import { createMasker } from "../secrets/masker.ts";
import type { Services } from "../worker/services.ts";
import { compileCondition } from "./condition.ts";
import { parsePolicy } from "./parse-policy.ts";
import type { Policy, PolicyBook } from "./policy.ts";
import { readBook } from "./read-book.ts";
import { type TriedCall, tryPolicy } from "./try-policy.ts";

/** How many recent calls a policy is tried against. */
const DEFAULT_LAST = 20;

/** What can be done with policies. */
export interface PolicyDesk {
  policies(tenant: string): Promise<PolicyBook>;
  /** Saves a policy; it holds for whatever starts next. Rejects with `invalid_policy`, naming each fault, and its condition must compile. */
  savePolicy(
    tenant: string,
    policy: Json,
    by: string,
  ): Promise<{ readonly id: string; readonly revision: number; readonly found: boolean }>;
  /** False: there was none. */
  removePolicy(tenant: string, id: string, by: string): Promise<boolean>;
  /** Tries a policy, or the text of a condition alone, against the last calls. Rejects with `invalid_policy`. */
  testPolicy(tenant: string, policyOrWhen: Json, last?: number): Promise<readonly TriedCall[]>;
}

/** The desk on these services. */
export function policyDesk(services: Services): PolicyDesk {
  const { store, secrets } = services;
  return {
    policies: (tenant) => readBook(store, tenant),
    async savePolicy(tenant, given, by) {
      // I12: as the arguments that it is held against, and as its reason comes into the log.
      const masker = createMasker(await secrets.values(tenant));
      const policy = await parse(masker.value(given));
      const saving = { tenant, id: policy.id, policy, by: masker.text(by) };
      const { revision, found } = await store.savePolicy(saving);
      return { id: policy.id, revision, found };
    },
    async removePolicy(tenant, id, by) {
      const name = await maskedName(secrets, tenant, by);
      return (await store.savePolicy({ tenant, id, policy: null, by: name })).found;
    },
    async testPolicy(tenant, policyOrWhen, last = DEFAULT_LAST) {
      return tryPolicy(services, tenant, await parse(whole(policyOrWhen)), last);
    },
  };
}

/** A condition alone is that of a policy about every tool. */
function whole(policyOrWhen: Json): Json {
  if (typeof policyOrWhen === "string") return { id: "tried", match: "*/*", effect: "require", when: policyOrWhen };
  if (!isObject(policyOrWhen)) return policyOrWhen;
  return { id: "tried", match: "*/*", effect: "require", ...policyOrWhen };
}

async function parse(given: Json): Promise<Policy> {
  const parsed = parsePolicy(given);
  const faults = parsed.ok ? await faultsOfCondition(parsed.value) : parsed.faults;
  if (parsed.ok && faults.length === 0) return parsed.value;
  const id = isObject(given) && typeof given.id === "string" ? ` ${given.id}` : "";
  throw new EngineError("invalid_policy", faultText(`policy${id}`, faults), "haft policy set --help shows some");
}

async function faultsOfCondition({ when }: Policy): Promise<readonly Fault[]> {
  if (when === undefined) return [];
  const compiled = await compileCondition(when);
  return compiled.ok ? [] : [{ path: "when", message: `does not compile: ${compiled.message}` }];
}
