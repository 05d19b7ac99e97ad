// Edited arguments at the door: repaired and validated like any others, and held against the policies at once, so that
// whoever edits is told. The gate does it again with what is true when it is the call's turn.

import type { JsonObject } from "../json/json.ts";
import { compilePolicies } from "../policies/compile-policies.ts";
import { evaluatePolicies } from "../policies/evaluate-policies.ts";
import { factsOfCall } from "../policies/facts-of-call.ts";
import { readBook } from "../policies/read-book.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { admitArguments } from "../repair/admit-arguments.ts";
import type { Change } from "../repair/changes.ts";
import type { CallState, RunState } from "../state/run-state.ts";

import type { Services } from "../worker/services.ts";
import { toolOfCall } from "./tool-of-call.ts";

/** Arguments that an approver gives in place of a call's. */
export interface Edited {
  /** As they were given, masked. */
  readonly given: JsonObject;
  /** As they would run, and what was repaired for it. */
  readonly arguments: JsonObject;
  readonly changes: readonly Change[];
}

/** The arguments as they would run. Throws `invalid_arguments`, `denied_by_policy`. */
export async function checkEdit(
  services: Services,
  tenant: string,
  { state, call }: { readonly state: RunState; readonly call: CallState },
  given: JsonObject,
): Promise<Edited> {
  if (call.goesOn !== null) throw alreadyBegun(call);
  const tool = await toolOfCall(services, tenant, state, call);
  if (tool === null) throw unreadable(call);
  const admitted = admitArguments(tool, call.traits, given);
  if (!admitted.ok) throw new EngineError("invalid_arguments", admitted.message, "haft waits shows what was asked for");
  await requireNoDenial(services, tenant, state, { ...call, arguments: admitted.arguments });
  return { given, arguments: admitted.arguments, changes: admitted.changes };
}

async function requireNoDenial({ store }: Services, tenant: string, state: RunState, call: CallState): Promise<void> {
  if (state.created === null) return;
  const book = await compilePolicies(await readBook(store, tenant));
  const { verdict, reason, policies } = evaluatePolicies(book, factsOfCall(state.created, call), call.traits);
  if (verdict !== "deny") return;
  throw new EngineError(
    "denied_by_policy",
    `these arguments are denied: ${reason ?? policies.join(", ")}`,
    "give others, approve the call as it is, or deny it",
  );
}

/** What has begun with its arguments goes on with them. */
export function alreadyBegun({ tool }: Pick<CallState, "tool">): EngineError {
  return new EngineError(
    "invalid_arguments",
    `the arguments of \`${tool}\` cannot be edited: it has begun with them, and is asked about before it goes on`,
    "approve it as it is, or deny it",
  );
}

function unreadable({ tool, toolset, version }: CallState): EngineError {
  return new EngineError(
    "invalid_arguments",
    `the arguments of \`${tool}\` cannot be edited: version ${version} of ${toolset} is not in the store any more`,
    "approve the call as it is, or deny it",
  );
}
