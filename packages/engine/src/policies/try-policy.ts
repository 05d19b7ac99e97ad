// Trying a policy against calls that were made, newest first.

import { inTime } from "@haft/contract/validation";
import { insteadOfUnreadable } from "../events/parse.ts";
import type { Services } from "../worker/services.ts";
import { compilePolicy } from "./compile-policies.ts";
import { factsOfEvents } from "./facts-of-events.ts";
import { matchesTool } from "./match-tool.ts";
import type { Policy } from "./policy.ts";

/** Runs that are looked through, and the time that a condition has for one call, in milliseconds. */
const MOST_RUNS = 200;
const LIMIT_MS = 100;

/** What the policy says of one call. */
export interface TriedCall {
  readonly callId: string;
  readonly runId: string;
  /** `toolset/tool` */
  readonly tool: string;
  readonly matches: boolean;
  /** Why its condition has no truth: then a person is asked. */
  readonly error?: string;
}

/** Tries a policy against the last calls of a tenant. */
export async function tryPolicy(
  services: Services,
  tenant: string,
  policy: Policy,
  last: number,
): Promise<readonly TriedCall[]> {
  const { condition } = await compilePolicy(policy);
  const tried: TriedCall[] = [];
  for (const run of await services.store.runs(tenant, { limit: MOST_RUNS })) {
    const calls = await factsOfEvents(services, tenant, run.runId).catch(insteadOfUnreadable([]));
    for (const { callId, facts } of calls) {
      if (tried.length >= last) return tried;
      const named = { callId, runId: run.runId, tool: facts.tool };
      if (!matchesTool(policy.match, facts.tool)) tried.push({ ...named, matches: false });
      else if (condition === null) tried.push({ ...named, matches: true });
      else {
        const came = inTime(LIMIT_MS, () => condition(facts));
        const truth = came.done ? came.value : { failed: "it takes too long" };
        tried.push(
          "failed" in truth ? { ...named, matches: false, error: truth.failed } : { ...named, matches: truth.is },
        );
      }
    }
  }
  return tried;
}
