// The requests and events that most tests of the contract need.

import type { Append, ApprovalRule, CreateRun, EventDraft, Hold, Standing, Store } from "@haft/engine/ports";

/** A hold of one worker. */
export function hold(workerId = "wrk_1"): Hold {
  return { workerId, identity: { machine: "m", processes: [] }, leaseMs: 30_000 };
}

const TRAITS = {
  idempotent: false,
  readOnly: false,
  timeoutSeconds: 30,
  resume: null,
  onSourceChange: "refuse",
} as const;

/** A call is made. */
export function called(callId = "call_1", ordinal = 1): EventDraft {
  const data = { callId, ordinal, tool: "greet", toolset: "desk", version: "1", digest: "d", arguments: {} };
  return { type: "tool.called", data: { ...data, traits: TRAITS } };
}

/** The first events of a call. */
export function firstEvents(callId = "call_1"): EventDraft[] {
  const created = { kind: "call", tenant: "t", thread: "thr_1", limits: {}, requestedBy: "ada", engine: 1 } as const;
  return [
    { type: "run.created", data: created },
    called(callId),
    { type: "call.gated", data: { callId, verdict: "run", policies: [], policyRevision: 0 } },
  ];
}

/** The start of a call, with the approval that it consumes. */
export function started(
  callId = "call_1",
  given: { readonly fence?: number; readonly approval?: string; readonly digest?: string } = {},
): EventDraft {
  const { fence = 1, ...consumed } = given;
  const data = {
    callId,
    attempt: 1,
    fence,
    isolation: "none",
    interpreter: "fake",
    deadline: "",
    idempotencyKey: callId,
  };
  return { type: "tool.started", data: { ...data, ...consumed } };
}

/** The result of a call. */
export function result(callId = "call_1"): EventDraft {
  return { type: "tool.result", data: { callId, ok: true, value: 1, durationMs: 1 } };
}

/** Something that is never folded. */
export const NOTE: EventDraft = { type: "tool.log", data: { callId: "call_1", stream: "stdout", text: "x" } };

/** The run ends well. */
export const COMPLETED: EventDraft = { type: "run.completed", data: { output: 1 } };

/** A call parks: for an answer, unless a time, a key or paths say otherwise. */
export function parked(
  waitId = "wait_1",
  more: {
    readonly callId?: string;
    readonly time?: string;
    readonly expiresAt?: string;
    readonly key?: string;
    readonly paths?: readonly string[];
  } = {},
): EventDraft {
  const { callId = "call_1", ...given } = more;
  const kind =
    given.time !== undefined
      ? "time"
      : given.key !== undefined
        ? "signal"
        : given.paths !== undefined
          ? "files"
          : "answer";
  return {
    type: "tool.parked",
    data: { callId, waitId, kind, version: "1", prompt: "?", meta: {}, durationMs: 1, ...given },
  };
}

/** One requirement: any person, unless it says otherwise. */
export function rule(given: Partial<ApprovalRule> = {}): ApprovalRule {
  return {
    ...{ policy: "p", approvers: null, notRequester: false, quorum: 1 },
    ...{ expiresSeconds: 3_600, onDenied: null, reason: null },
    ...given,
  };
}

/** People are asked for their approval. */
export function asked(
  waitId: string,
  expiresAt: string,
  given: { readonly rules?: readonly ApprovalRule[]; readonly callId?: string; readonly digest?: string } = {},
): EventDraft {
  const { rules = [rule()], callId = "call_1", digest = "dig" } = given;
  const data = { callId, waitId, reason: "careful", arguments: { to: "bob" }, digest, expiresAt, rules, version: "1" };
  return { type: "approval.requested", data };
}

/** Somebody votes. */
export function decided(
  waitId: string,
  by: string,
  counts: { readonly have: number; readonly need: number },
  decision: "approved" | "denied" = "approved",
): EventDraft {
  return {
    type: "approval.decided",
    data: { callId: "call_1", waitId, decision, by, roles: [], digest: "dig", counts },
  };
}

/** The votes on an approval have come to something. */
export function voted(waitId: string, decision: "approved" | "denied" | "edited"): EventDraft {
  const data = { callId: "call_1", waitId, kind: "approval", payload: { decision }, by: "bob" } as const;
  return { type: "wait.resolved", data };
}

/** Ready. */
export const READY: Standing = { status: "ready" };

/** Waiting, at the latest until then. */
export function waiting(dueAt: number | null = null): Standing {
  return { status: "waiting", dueAt };
}

let requests = 0;
/** A new id of an append. */
export function appendId(): string {
  requests += 1;
  return `app_${requests}`;
}

/** A new run, held by a worker unless it says otherwise. */
export function newRun(
  given: Partial<CreateRun["run"]> & { readonly hold?: Hold | null; readonly events?: readonly EventDraft[] } = {},
): CreateRun {
  const { hold: held = hold(), events = [...firstEvents(), started()], ...run } = given;
  return {
    run: {
      ...{ tenant: "t", runId: "run_1", threadId: "thr_1", kind: "call", tool: "desk/greet", agent: null },
      ...{ requestedBy: "ada", minEngine: 1, place: null },
      ...run,
    },
    appendId: appendId(),
    idempotency: null,
    hold: held,
    decision: { events, standing: READY, release: false },
  };
}

/** An append of the first holder of `run_1`. */
export function appendOf(
  given: Partial<Append> & { readonly fence?: number; readonly runId?: string; readonly tenant?: string },
): Append {
  const { fence = 1, runId = "run_1", tenant = "t", ...rest } = given;
  return { held: { tenant, runId, fence }, appendId: appendId(), facts: [], decision: null, ...rest };
}

/** Creates a run and parks its call; the run is given back. The last sequence is 5. */
export async function parkedRun(
  store: Store,
  more: Parameters<typeof parked>[1] & { readonly name?: string; readonly tenant?: string } = {},
): Promise<{ readonly runId: string; readonly waitId: string }> {
  const { name = "1", tenant = "t", ...wait } = more;
  const [runId, callId, waitId] = [`run_${name}`, `call_${name}`, `wait_${name}`];
  const events = [...firstEvents(callId), started(callId)];
  await store.create(newRun({ tenant, runId, threadId: `thr_${name}`, events }));
  const due = wait.time ?? wait.expiresAt;
  const standing = waiting(due === undefined ? null : Date.parse(due));
  const decision = { events: [parked(waitId, { callId, ...wait })], standing, release: true, lastSeq: 4 };
  await store.append(appendOf({ tenant, runId, decision }));
  return { runId, waitId };
}

/** A run that is held and whose call was gated: the last sequence is 3. */
export function gatedRun(rules: readonly ApprovalRule[] = [rule()], policyRevision = 0): CreateRun {
  const [created, call] = firstEvents();
  if (created === undefined || call === undefined) throw new Error("a run has first events");
  const data = { callId: "call_1", verdict: "ask", policies: ["p"], policyRevision, digest: "dig", rules } as const;
  return newRun({ events: [created, call, { type: "call.gated", data }] });
}
