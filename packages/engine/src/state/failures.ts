// What the result of a call means for its run: failures of tools are counted, and one too many ends it; outcomes that
// nobody knows are remembered; calls that come out alike again and again are noticed.

import type { EventOf } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { OpenState } from "./draft.ts";
import { fingerprint } from "./fingerprint.ts";
import type { AgentState, CallState, RunOrigin, RunState } from "./run-state.ts";

/** The calls of a response that was cut short do not run. */
export const CUT_SHORT = "cut_short";

/**
 * Errors that are no failure of the tool: somebody decided against the call, Haft lost it, its author changed it while it
 * waited, its run was ending, or the model never finished asking for it.
 */
const NO_FAILURES: readonly string[] = Object.freeze([
  "approval_denied",
  "outcome_unknown",
  "source_changed",
  "cancelled",
  CUT_SHORT,
]);

/** Whether an error counts as a failure of the tool. */
export function isToolFailure({ type }: CallError): boolean {
  return !NO_FAILURES.includes(type);
}

/** Takes the result of a call that was open until now. Runs of kind `call` end with it, whatever it is. */
export function judgeResult(state: OpenState, call: CallState, data: EventOf<"tool.result">["data"]): void {
  const { agent, created } = state;
  if (agent === null || created === null) return;
  const error = data.ok ? null : (data.error ?? { type: "failed", message: "the call failed" });
  const required = created.limits.requireTool;
  state.agent = Object.freeze({
    ...agent,
    requirementMet: agent.requirementMet || (data.ok && required !== undefined && isNamed(call, required)),
    alike: likeBefore(agent.alike, call, data),
  });
  if (error === null) return;
  if (error.type === "outcome_unknown" && !isHarmless(call)) {
    state.unknown = Object.freeze([...state.unknown, unknownCall(call)]);
  }
  if (isToolFailure(error)) state.failures += 1;
  if (isFatal(state.failures, created, call, error)) state.fatal ??= error;
}

/** Equal calls of this run that may have had their effect: with any, a call needs a person's approval. */
export function unknownsLike({ unknown }: Pick<RunState, "unknown">, call: CallState): number {
  if (isHarmless(call) || unknown.length === 0) return 0;
  const now = unknownCall(call);
  return unknown.filter((before) => before.tool === now.tool && before.arguments === now.arguments).length;
}

/** Whether an equal call has got lost since the gate of a call, or whoever approved it, knew of none: it is asked again. */
export function hasMissedUnknowns(state: RunState, call: CallState): boolean {
  const { phase } = call;
  if (phase.at !== "gated" && phase.at !== "approved") return false;
  return unknownsLike(state, call) > phase.gate.unknowns;
}

/** Whether a name means the tool of a call: its own, with its toolset, or the one under which the model saw it. */
export function isNamed({ tool, toolset, offeredAs }: CallState, name: string): boolean {
  return name === tool || name === `${toolset}/${tool}` || name === offeredAs;
}

function isHarmless({ traits }: CallState): boolean {
  return traits.readOnly || traits.idempotent;
}

function unknownCall(call: CallState): { readonly tool: string; readonly arguments: string } {
  return Object.freeze({ tool: `${call.toolset}/${call.tool}`, arguments: fingerprint(call.arguments) });
}

function isFatal(failures: number, created: RunOrigin, call: CallState, error: CallError): boolean {
  if (error.type === "approval_denied") return created.script !== null || onDenied(call) === "fail";
  if (created.script !== null && error.type !== "cancelled") return true;
  return isToolFailure(error) && failures > created.limits.toolFailures;
}

/** What a denial does to the run: as the tool's author says, else a policy, else it goes on. */
function onDenied({ phase, traits }: CallState): "continue" | "fail" {
  if (phase.at === "denied") return phase.onDenied;
  const rules = phase.at === "gated" || phase.at === "asked" || phase.at === "approved" ? phase.gate.rules : [];
  return traits.onDenied ?? rules.find((rule) => rule.onDenied !== null)?.onDenied ?? "continue";
}

function likeBefore(
  before: AgentState["alike"],
  call: CallState,
  { ok, value, error }: EventOf<"tool.result">["data"],
): NonNullable<AgentState["alike"]> {
  const came = ok ? (value ?? null) : { type: error?.type ?? null, message: error?.message ?? null };
  const digest = fingerprint([call.toolset, call.tool, call.arguments, ok, came]);
  const { step } = call;
  if (before?.digest !== digest) return Object.freeze({ digest, step, count: 1 });
  // Several at once were asked for at once: the model has not seen any of their results.
  return Object.freeze({ digest, step, count: before.step === step ? before.count : before.count + 1 });
}
