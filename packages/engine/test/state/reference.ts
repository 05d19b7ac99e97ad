// What may be done next in a run, stated a second time: from the whole log at once, by looking back from its end,
// and with nothing of what folds and decides. Histories are made with it, and what is decided is held against it.

import type { EventDraft, EventPayloads, EventType, ToolTraits } from "../../src/index.ts";
import { START } from "../harness/histories.ts";

type Said<T extends EventType> = { readonly type: T; readonly data: EventPayloads[T]; readonly index: number };
type AnySaid = { readonly [T in EventType]: Said<T> }[EventType];

/** A log with its times: an event a second. */
export type Chronicle = readonly EventDraft[];

/** Where one call stands, in a word, with what matters of it. */
export interface Standing {
  readonly callId: string;
  readonly ordinal: number;
  readonly traits: ToolTraits;
  readonly word:
    | "new"
    | "free"
    | "wanted"
    | "asked"
    | "granted"
    | "denied"
    | "running"
    | "parked"
    | "woken"
    | "settled";
  /** The attempt and fence of what runs. */
  readonly attempt: number;
  readonly fence: number;
  readonly waitId: string;
  /** When its wait, its request or its grant is over, in seconds; infinite: never. */
  readonly over: number;
  readonly due: boolean;
}

const FACTS: readonly EventType[] = ["tool.result", "tool.parked", "model.responded", "model.failed"];
const TOLERATED = 2;

/** Everything of one kind, or of several, in the order of the log. */
function all<T extends EventType>(log: Chronicle, ...types: readonly T[]): { [K in T]: Said<K> }[T][] {
  const wanted: readonly EventType[] = types;
  return log.flatMap((event, index) =>
    wanted.includes(event.type) ? [{ ...event, index } as unknown as { [K in T]: Said<K> }[T]] : [],
  );
}

function ofCall(log: Chronicle, callId: string): AnySaid[] {
  return log.flatMap((event, index) =>
    "callId" in event.data && event.data.callId === callId ? [{ ...event, index } as AnySaid] : [],
  );
}

/** The step that was asked for last. */
export function stepOf(log: Chronicle): number {
  return all(log, "model.requested").at(-1)?.data.step ?? 0;
}

/** Whether the run is one direct call. */
export function isDirect(log: Chronicle): boolean {
  return all(log, "run.created")[0]?.data.kind === "call";
}

/** The calls of the last response, or the one that a direct run has. */
export function callsOf(log: Chronicle): Standing[] {
  const step = isDirect(log) ? undefined : stepOf(log);
  return all(log, "tool.called")
    .filter(({ data }) => data.step === step)
    .map(({ data }) => callStanding(log, data))
    .sort((a, b) => a.ordinal - b.ordinal);
}

function callStanding(log: Chronicle, { callId, ordinal, traits }: EventPayloads["tool.called"]): Standing {
  const own = ofCall(log, callId);
  const base = {
    callId,
    ordinal,
    traits,
    attempt: 0,
    fence: 0,
    waitId: "",
    over: Number.POSITIVE_INFINITY,
    due: false,
  };
  if (own.some(({ type }) => type === "tool.result")) return { ...base, word: "settled" };
  const last = own.findLast(({ type }) => type !== "approval.decided");
  switch (last?.type) {
    case "tool.started":
    case "tool.resumed": {
      const waitId = last.type === "tool.resumed" ? last.data.waitId : "";
      return { ...base, word: "running", attempt: last.data.attempt, fence: last.data.fence, waitId };
    }
    case "tool.parked": {
      const due = last.data.time !== undefined;
      return {
        ...base,
        word: "parked",
        waitId: last.data.waitId,
        over: seconds(last.data.time ?? last.data.expiresAt),
        due,
      };
    }
    case "approval.requested":
      return { ...base, word: "asked", waitId: last.data.waitId, over: seconds(last.data.expiresAt) };
    case "wait.resolved":
    case "wait.expired":
    case "wait.cancelled":
      if (last.data.kind !== "approval") return { ...base, word: "woken", waitId: last.data.waitId };
      return afterVote(base, own, last);
    case "call.gated":
      return afterGate(base, own, last);
    default:
      return { ...base, word: "new" };
  }
}

function seconds(time: string | undefined): number {
  return time === undefined ? Number.POSITIVE_INFINITY : (Date.parse(time) - START) / 1000;
}

type Base = Omit<Standing, "word">;

function afterVote(base: Base, own: readonly AnySaid[], end: Extract<AnySaid, { type: `wait.${string}` }>): Standing {
  const payload = end.data.payload;
  const decision = typeof payload === "object" && payload !== null && "decision" in payload ? payload.decision : "";
  if (decision === "edited") return { ...base, word: "new" };
  if (decision !== "approved") return { ...base, word: "denied" };
  const asked = own.find(
    ({ type, data }) => type === "approval.requested" && "waitId" in data && data.waitId === end.data.waitId,
  );
  const rules = asked?.type === "approval.requested" ? asked.data.rules : [];
  return {
    ...base,
    word: "granted",
    waitId: end.data.waitId,
    over: end.index + Math.min(...rules.map((rule) => rule.expiresSeconds)),
  };
}

/** The gate was asked again after a grant: the grant stands for the same call, unless it is denied now. */
function afterGate(base: Base, own: readonly AnySaid[], gate: Extract<AnySaid, { type: "call.gated" }>): Standing {
  if (gate.data.verdict === "deny") return { ...base, word: "denied" };
  const end = own.findLast(({ type }) => type === "wait.resolved");
  if (end?.type === "wait.resolved") {
    const before = afterVote(base, own, end);
    const asked = own.findLast(({ type }) => type === "approval.requested");
    const same = asked?.type === "approval.requested" && asked.data.digest === gate.data.digest;
    if (before.word === "granted" && same) return before;
  }
  return { ...base, word: gate.data.verdict === "run" ? "free" : "wanted" };
}

/** What may be done, by the keys of effects; `settle:` and `end` without their reasons. */
export function allowed(log: Chronicle, now: number, fence: number): Set<string> {
  if (all(log, "run.completed", "run.failed", "run.cancelled").length > 0) return new Set();
  const calls = callsOf(log);
  const request = openRequest(log);
  const running = calls.filter((call) => call.word === "running" && call.fence >= fence);
  if (mustEnd(log) || (isDirect(log) && calls.length > 0 && calls.every(({ word }) => word === "settled"))) {
    const stops = running.map(({ callId }) => `stop:${callId}`);
    if (request.open && request.fence >= fence) stops.push("stop:model");
    return new Set(stops.length > 0 ? stops : ["end"]);
  }
  return new Set([...ofCalls(calls, now, fence), ...ofModel(log, calls, request, now, fence)]);
}

function mustEnd(log: Chronicle): boolean {
  if (all(log, "run.cancelling", "run.error").length > 0) return true;
  const fact = log.findLastIndex(({ type }) => FACTS.includes(type));
  if (all(log, "run.recovered").filter(({ index }) => index > fact).length >= 3) return true;
  const failed = all(log, "tool.result").filter(({ data }) => data.error?.type === "ValueError");
  return failed.length > TOLERATED;
}

function ofCalls(calls: readonly Standing[], now: number, fence: number): string[] {
  const busy = calls.filter(({ word }) => word === "running" || word === "woken").length;
  let places = 8 - busy;
  const keys: string[] = [];
  for (const call of calls) {
    const starts = (call.word === "free" || (call.word === "granted" && now < call.over)) && !heldBack(call, calls);
    if (starts && places > 0) keys.push(`start:${call.callId}:1`);
    if (starts) places -= 1;
    else keys.push(...keysOf(call, now, fence));
  }
  return keys;
}

/** What may be done for a call that does not start now. */
function keysOf({ callId, waitId, word, attempt, ...call }: Standing, now: number, fence: number): string[] {
  switch (word) {
    case "new":
      return [`gate:${callId}`];
    case "wanted":
      return [`request:${callId}`];
    case "asked":
      return now >= call.over ? [`expire:${waitId}`] : [];
    case "denied":
      return [`settle:${callId}`];
    case "parked":
      return now >= call.over ? [`${call.due ? "due" : "expire"}:${waitId}`] : [];
    case "woken":
      return [`resume:${callId}:${waitId}:1`];
    case "running": {
      if (call.fence >= fence) return [];
      const idempotent = waitId === "" ? call.traits.idempotent : call.traits.resume?.idempotent === true;
      if (!idempotent || attempt >= 3) return [`settle:${callId}`];
      return [waitId === "" ? `start:${callId}:${attempt + 1}` : `resume:${callId}:${waitId}:${attempt + 1}`];
    }
    case "granted":
      return now >= call.over ? [`settle:${callId}`] : [];
    case "free":
    case "settled":
      return [];
  }
}

function heldBack({ ordinal, traits }: Standing, calls: readonly Standing[]): boolean {
  if (traits.parallel === true) return false;
  const earlier = calls.filter(
    (other) => other.ordinal < ordinal && other.traits.parallel !== true && other.word !== "settled",
  );
  return earlier.some((other) => !(traits.readOnly && other.traits.readOnly));
}

interface Request {
  readonly open: boolean;
  readonly attempt: number;
  readonly fence: number;
}

function openRequest(log: Chronicle): Request {
  const last = all(log, "model.requested").at(-1);
  if (last === undefined) return { open: false, attempt: 0, fence: 0 };
  const outcome = all(log, "model.responded", "model.failed").at(-1);
  return { open: (outcome?.index ?? -1) < last.index, attempt: last.data.attempt, fence: last.data.fence };
}

function ofModel(log: Chronicle, calls: readonly Standing[], request: Request, now: number, fence: number): string[] {
  if (isDirect(log)) return [];
  if (all(log, "instructions.composed").length === 0) return ["compose"];
  const step = stepOf(log);
  if (request.open) return request.fence < fence ? [`ask:${step}:${request.attempt + 1}`] : [];
  const outcome = all(log, "model.responded", "model.failed").at(-1);
  if (outcome?.type === "model.failed") {
    const retry = seconds(outcome.data.retryAt);
    if (retry === Number.POSITIVE_INFINITY) return ["end"];
    return now >= retry ? [`ask:${step}:${request.attempt + 1}`] : [];
  }
  if (outcome?.type === "model.responded" && calls.length === 0) {
    return outcome.data.calls.length > 0 ? [`admit:${step}`] : ["end"];
  }
  if (calls.some(({ word }) => word !== "settled")) return [];
  return [step >= 20 ? "end" : `ask:${step + 1}:1`];
}
