// Histories of agents' runs in a few letters: calls are `call_1`, `call_2` … of one message, each with its own wait.

import type { CallError, EventDraft, EventPayloads, JsonObject, ToolTraits } from "../../src/index.ts";
import { START, TRAITS } from "./histories.ts";

type Data<T extends keyof EventPayloads> = EventPayloads[T];
type Rule = Data<"approval.requested">["rules"][number];
type Step = NonNullable<Data<"run.created">["script"]>[number];

/** Seconds after the start of a history, as events tell times. */
export function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

/** An agent's run with its message, instructions included. */
export function agent(
  given: { readonly limits?: Data<"run.created">["limits"]; readonly script?: readonly Step[] } = {},
): EventDraft[] {
  return [...unprepared(given), { type: "instructions.composed", data: { sources: ["agent.md"], digest: "i" } }];
}

/** The same before its instructions are put together. */
export function unprepared({ limits = {}, script }: Parameters<typeof agent>[0] = {}): EventDraft[] {
  const data = {
    kind: "agent",
    tenant: "t",
    thread: "thr_1",
    agent: "desk",
    definition: { id: "desk" },
    input: "go",
    limits,
    requestedBy: "ada",
    engine: 1,
    ...(script === undefined ? {} : { script }),
  } as const;
  return [
    { type: "run.created", data },
    { type: "message.user", data: { text: "go" } },
  ];
}

/** The model is asked. */
export function asks(step = 1, attempt = 1, fence = 1): EventDraft {
  return { type: "model.requested", data: { step, provider: "script", model: "m", attempt, fence, digest: "q" } };
}

/** It responds: with calls `call_1` … `call_<n>`, or with text. */
export function says(said: number | string, given: Partial<Data<"model.responded">> = {}): EventDraft {
  const calls = typeof said === "string" ? [] : Array.from({ length: said }, (_, index) => modelCall(index + 1));
  const data = {
    step: 1,
    attempt: 1,
    text: typeof said === "string" ? said : "",
    calls,
    finishReason: calls.length > 0 ? "tool-calls" : "stop",
    usage: { inputTokens: 10, outputTokens: 5 },
    latencyMs: 7,
    ...given,
  } as const;
  return { type: "model.responded", data };
}

function modelCall(ordinal: number) {
  return { id: `toolu_${ordinal}`, name: "publish", arguments: "{}" };
}

/** It cannot be asked. */
export function fails(given: Partial<Data<"model.failed">> = {}): EventDraft {
  const error: CallError = { type: "rate_limited", message: "slow down" };
  return { type: "model.failed", data: { step: 1, attempt: 1, error, retryable: true, ...given } };
}

/** A call of a message is written. */
export function calls(
  ordinal: number,
  traits: Partial<ToolTraits> = {},
  given: Partial<Data<"tool.called">> = {},
): EventDraft {
  const data = {
    callId: `call_${ordinal}`,
    providerCallId: `toolu_${ordinal}`,
    step: 1,
    ordinal,
    tool: "publish",
    toolset: "desk",
    offeredAs: "publish",
    version: "1",
    digest: "d",
    arguments: { x: ordinal },
    traits: { ...TRAITS, ...traits },
    ...given,
  };
  return { type: "tool.called", data };
}

/** One requirement; a person who is anybody, unless said otherwise. */
export function rule(given: Partial<Rule> = {}): Rule {
  return {
    policy: "p",
    approvers: null,
    notRequester: false,
    quorum: 1,
    expiresSeconds: 600,
    onDenied: null,
    reason: null,
    ...given,
  };
}

/** The gate says `run`. */
export function lets(ordinal = 1, policyRevision = 1, digest = "a"): EventDraft {
  const data = { callId: `call_${ordinal}`, verdict: "run", policies: [], policyRevision, digest } as const;
  return { type: "call.gated", data };
}

/** The gate says `ask`. */
export function wants(ordinal = 1, rules: readonly Rule[] = [rule()], policyRevision = 1, digest = "a"): EventDraft {
  const data = { callId: `call_${ordinal}`, verdict: "ask", policies: ["p"], policyRevision, digest, rules } as const;
  return { type: "call.gated", data };
}

/** The gate says `deny`. */
export function forbids(ordinal = 1, onDenied?: "continue" | "fail", policyRevision = 2): EventDraft {
  const said = {
    callId: `call_${ordinal}`,
    verdict: "deny",
    policies: ["p"],
    policyRevision,
    reason: "frozen",
  } as const;
  return { type: "call.gated", data: onDenied === undefined ? said : { ...said, onDenied } };
}

/** People are asked. */
export function requests(ordinal = 1, rules: readonly Rule[] = [rule()], digest = "a", waitId?: string): EventDraft {
  const data = {
    callId: `call_${ordinal}`,
    waitId: waitId ?? `ask_${ordinal}`,
    arguments: { x: ordinal },
    digest,
    expiresAt: at(600),
    rules,
    version: "1",
  };
  return { type: "approval.requested", data };
}

/** Somebody votes. */
export function votes(
  by: string,
  given: Partial<Data<"approval.decided">> & { readonly ordinal?: number } = {},
): EventDraft {
  const { ordinal = 1, ...rest } = given;
  const data = {
    callId: `call_${ordinal}`,
    waitId: `ask_${ordinal}`,
    decision: "approved",
    by,
    roles: [],
    digest: "a",
    counts: { have: 1, need: 1 },
    ...rest,
  } as const;
  return { type: "approval.decided", data };
}

/** The wait for an approval ends. */
export function settles(
  payload: JsonObject = { decision: "approved" },
  given: Partial<Data<"wait.resolved">> & { readonly ordinal?: number } = {},
): EventDraft {
  const { ordinal = 1, ...rest } = given;
  const data = {
    callId: `call_${ordinal}`,
    waitId: `ask_${ordinal}`,
    kind: "approval",
    payload,
    by: "bob",
    ...rest,
  } as const;
  return { type: "wait.resolved", data };
}

/** A call starts; with the approval that it consumes. */
export function starts(ordinal = 1, approval?: { waitId: string; digest: string }, fence = 1, attempt = 1): EventDraft {
  const data = {
    callId: `call_${ordinal}`,
    attempt,
    fence,
    isolation: "namespaces",
    interpreter: "fake",
    deadline: at(600),
    idempotencyKey: `call_${ordinal}`,
    ...(approval === undefined ? {} : { approval: approval.waitId, digest: approval.digest }),
  };
  return { type: "tool.started", data };
}

/** A call parks, in `wait_<ordinal>`. */
export function parks(ordinal = 1, given: Partial<Data<"tool.parked">> = {}): EventDraft {
  const data = {
    callId: `call_${ordinal}`,
    waitId: `wait_${ordinal}`,
    kind: "answer",
    version: "1",
    durationMs: 10,
  } as const;
  return { type: "tool.parked", data: { ...data, ...given } };
}

/** Its wait is answered. */
export function answers(ordinal = 1, given: Partial<Data<"wait.resolved">> = {}): EventDraft {
  const data = {
    callId: `call_${ordinal}`,
    waitId: `wait_${ordinal}`,
    kind: "answer",
    payload: { response: "yes" },
    by: "bob",
  } as const;
  return { type: "wait.resolved", data: { ...data, ...given } };
}

/** It goes on. */
export function resumes(ordinal = 1, fence = 1): EventDraft {
  const begun = {
    callId: `call_${ordinal}`,
    attempt: 1,
    fence,
    isolation: "namespaces",
    interpreter: "fake",
    deadline: at(600),
    idempotencyKey: `call_${ordinal}`,
  };
  return { type: "tool.resumed", data: { ...begun, waitId: `wait_${ordinal}`, end: "answer", version: "1" } };
}

/** A call has come to something: a value, or an error of a type. */
export function ends(ordinal = 1, came: { value?: number; error?: string } = { value: 42 }): EventDraft {
  const data = { callId: `call_${ordinal}`, durationMs: 20 };
  if (came.error === undefined) return { type: "tool.result", data: { ...data, ok: true, value: came.value ?? null } };
  return { type: "tool.result", data: { ...data, ok: false, error: { type: came.error, message: `${came.error}!` } } };
}

/** Calls `call_1` … `call_<n>` of a message, written and let through. */
export function message(...traits: readonly Partial<ToolTraits>[]): EventDraft[] {
  return [
    ...agent(),
    asks(),
    says(traits.length),
    ...traits.map((each, index) => calls(index + 1, each)),
    ...traits.map((_, index) => lets(index + 1)),
  ];
}
