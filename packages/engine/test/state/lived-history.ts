// Histories of runs as they may be lived: each event is one that the reference allows, or that the world may bring.
// Which, is told by a list of numbers, so that a generator of numbers is a generator of histories.

import type { EventDraft } from "../../src/index.ts";
import * as agents from "../harness/agent-histories.ts";
import { CANCELLING, created, recovered, TRAITS } from "../harness/histories.ts";
import { allowed, type Chronicle, callsOf, type Standing, stepOf } from "./reference.ts";

/** A history, and under which fence and when each of its prefixes is looked at: a second after its last event. */
export interface Lived {
  readonly log: Chronicle;
  /** The fence after so many events. */
  readonly fences: readonly number[];
}

/** What approvals need: a grant that is good for a few events. */
const RULES = [agents.rule({ expiresSeconds: 9 })];

/** Lives a run: one choice after another, until they are used up or the run has ended. */
export function live(choices: readonly number[]): Lived {
  const log: EventDraft[] = (choices[0] ?? 0) % 5 === 4 ? direct(choices[0] ?? 0) : agents.unprepared();
  const fences: number[] = [0, 1, 1];
  let fence = 1;
  for (const [turn, choice] of choices.entries()) {
    if (log.some(({ type }) => type === "run.failed")) break;
    if (choice % 41 === 40) fence += 1;
    for (const event of chosen(log, { fence, choice, turn })) {
      log.push(event);
      fences.push(fence);
    }
  }
  return { log, fences };
}

/** A run that is one direct call. */
function direct(choice: number): EventDraft[] {
  const traits = { ...TRAITS, ...TRAIT_SETS[choice % TRAIT_SETS.length] };
  return [created(), agents.calls(1, traits, { step: undefined, providerCallId: undefined } as never)];
}

/** What happens next: another worker, a cancellation, or one of the things that are allowed, or that the world may bring. */
function chosen(log: Chronicle, turn: Turn): EventDraft[] {
  const { fence, choice } = turn;
  if (choice % 41 === 40) return [recovered(fence)];
  if (choice % 197 === 196 && !log.some(({ type }) => type === "run.cancelling")) return [CANCELLING];
  const keys = [...allowed(log, log.length, fence)];
  const world = happenings(log, fence, choice);
  const pick = Math.floor(choice / 10) % (keys.length + world.length || 1);
  const key = keys[pick];
  if (key !== undefined) return performed(log, key, turn);
  const event = world[pick - keys.length];
  return event === undefined ? [] : [event];
}

interface Turn {
  readonly fence: number;
  readonly choice: number;
  readonly turn: number;
}

/** The event that records an effect. */
function performed(log: Chronicle, key: string, { fence, choice, turn }: Turn): EventDraft[] {
  const [what = "", first = "", second = "", third = ""] = key.split(":");
  const of = (callId: string): EventDraft["data"] => ({ callId }) as never;
  switch (what) {
    case "compose":
      return [{ type: "instructions.composed", data: { sources: [], digest: "i" } }];
    case "ask":
      return [agents.asks(Number(first), Number(second), fence)];
    case "admit":
      return admitted(log, Number(first));
    case "gate":
      return [retold(gateOf(choice), of(first))];
    case "request":
      return [retold(requestOf(log, turn), of(first))];
    case "start":
      return [retold(agents.starts(1, grantOf(log, first), fence, Number(second)), of(first))];
    case "resume": {
      const resumed = agents.resumes(1, fence);
      const end = log.some((event) => event.type === "wait.expired" && event.data.waitId === second)
        ? "timeout"
        : "answer";
      return [retold(resumed, { callId: first, waitId: second, attempt: Number(third), end } as never)];
    }
    case "settle":
      return [settled(log, first)];
    case "due":
      return [waitEnd(log, first, "wait.resolved", {})];
    case "expire":
      return [waitEnd(log, first, "wait.expired", { timed_out: true })];
    case "end":
      return closed(log);
    default:
      // A stop: what is stopped comes to its end.
      return first === "model" ? [failedRequest(log, undefined)] : [result(first, "cancelled")];
  }
}

/** What the world may bring: results, parks, answers, votes, responses. */
function happenings(log: Chronicle, fence: number, choice: number): EventDraft[] {
  const calls = callsOf(log).flatMap((call) => happensTo(log, call, fence, choice));
  const request = log.findLast(({ type }) => type === "model.requested");
  const open =
    log.findLastIndex(({ type }) => type === "model.requested") >
    log.findLastIndex(({ type }) => type === "model.responded" || type === "model.failed");
  if (!open || request?.type !== "model.requested" || request.data.fence < fence) return calls;
  const { step, attempt } = request.data;
  if (choice % 7 === 0) return [...calls, failedRequest(log, choice % 49 === 0 ? undefined : 5)];
  return [...calls, agents.says(choice % 23 === 0 ? "done" : 1 + (choice % 4), { step, attempt })];
}

function happensTo(log: Chronicle, call: Standing, fence: number, choice: number): EventDraft[] {
  const { callId, waitId, word } = call;
  if (word === "running" && call.fence >= fence) {
    const waits = log.filter(({ type }) => type === "tool.parked").length;
    const until =
      choice % 2 === 0
        ? { expiresAt: agents.at(log.length + 6) }
        : { kind: "time" as const, time: agents.at(log.length + 3) };
    const parks = retold(agents.parks(1, { waitId: `wait_${waits + 1}`, ...until }), { callId } as never);
    return [result(callId, choice % 17 === 0 ? "ValueError" : null), parks];
  }
  if (word === "parked" && !call.due && log.length < call.over)
    return [waitEnd(log, waitId, "wait.resolved", { response: 1 })];
  if (word !== "asked" || log.length >= call.over) return [];
  return [vote(log, callId, waitId, choice)];
}

/** One vote with what follows, as one event after another: the vote first, the end of the wait when it is there. */
function vote(log: Chronicle, callId: string, waitId: string, choice: number): EventDraft {
  const asked = log.find((event) => event.type === "approval.requested" && event.data.waitId === waitId);
  const digest = asked?.type === "approval.requested" ? asked.data.digest : "";
  const cast = log.find((event) => event.type === "approval.decided" && event.data.waitId === waitId);
  if (cast?.type === "approval.decided") {
    const { decision, arguments: edited } = cast.data;
    return waitEnd(log, waitId, "wait.resolved", { decision: edited === undefined ? decision : "edited" });
  }
  const edit = choice % 4 === 1 ? { arguments: { edited: log.length } } : {};
  const decision = choice % 4 === 2 ? "denied" : "approved";
  return retold(agents.votes("bob", { decision, digest, ...edit }), { callId, waitId } as never);
}

function gateOf(choice: number): EventDraft {
  if (choice % 7 === 0) return agents.forbids(1);
  return choice % 2 === 0 ? agents.lets(1) : agents.wants(1, RULES);
}

function requestOf(log: Chronicle, turn: number): EventDraft {
  const requested = agents.requests(1, RULES, "a", `ask_${turn}`);
  return retold(requested, { expiresAt: agents.at(log.length + 5) } as never);
}

/** The approval that a start consumes, where one was granted for the call. */
function grantOf(log: Chronicle, callId: string): { waitId: string; digest: string } | undefined {
  const call = callsOf(log).find((standing) => standing.callId === callId);
  return call?.word === "granted" ? { waitId: call.waitId, digest: "a" } : undefined;
}

const TRAIT_SETS = [
  {},
  { readOnly: true },
  { parallel: true },
  { idempotent: true, resume: { on: ["answer", "timeout"] as const, idempotent: true } },
];

function admitted(log: Chronicle, step: number): EventDraft[] {
  const response = log.findLast(({ type }) => type === "model.responded");
  const count = response?.type === "model.responded" ? response.data.calls.length : 0;
  return Array.from({ length: count }, (_, index) => {
    const callId = `call_${step}_${index + 1}`;
    const traits = {
      ...TRAITS,
      resume: { on: ["answer", "timeout"] as const, idempotent: false },
      ...TRAIT_SETS[(step + index) % TRAIT_SETS.length],
    };
    return agents.calls(index + 1, traits, { callId, step, ordinal: index + 1, arguments: { callId } });
  });
}

function settled(log: Chronicle, callId: string): EventDraft {
  const word = callsOf(log).find((call) => call.callId === callId)?.word;
  return result(callId, word === "running" ? "outcome_unknown" : "approval_denied");
}

function result(callId: string, error: string | null): EventDraft {
  return retold(agents.ends(1, error === null ? { value: 1 } : { error }), { callId } as never);
}

function failedRequest(log: Chronicle, retryIn: number | undefined): EventDraft {
  const request = log.findLast(({ type }) => type === "model.requested");
  const { step, attempt } = request?.type === "model.requested" ? request.data : { step: 0, attempt: 0 };
  return agents.fails({
    step,
    attempt,
    ...(retryIn === undefined ? {} : { retryAt: agents.at(log.length + retryIn) }),
  });
}

function waitEnd(
  log: Chronicle,
  waitId: string,
  type: "wait.resolved" | "wait.expired",
  payload: Record<string, unknown>,
): EventDraft {
  const opened = log.find((event) => "waitId" in event.data && event.data.waitId === waitId);
  const callId = opened !== undefined && "callId" in opened.data ? opened.data.callId : "";
  const kind = opened?.type === "tool.parked" ? opened.data.kind : "approval";
  return { type, data: { callId, waitId, kind, payload, by: "bob" } } as EventDraft;
}

/** The end of a run: every open call settled, every open wait cancelled. */
function closed(log: Chronicle): EventDraft[] {
  const open = callsOf(log).filter(({ word }) => word !== "settled");
  const failures = log.flatMap((event) =>
    event.type === "tool.result" && event.data.error?.type === "ValueError" ? event.data.error : [],
  );
  const error = failures[2] ?? { type: "x", message: "x" };
  return [
    ...open.flatMap(({ callId, waitId, word }): EventDraft[] => {
      const end = { ...waitEnd(log, waitId, "wait.expired", {}), type: "wait.cancelled" } as EventDraft;
      const came = result(callId, word === "running" ? "outcome_unknown" : "cancelled");
      return word === "asked" || word === "parked" ? [end, came] : [came];
    }),
    { type: "run.error", data: { error } },
    { type: "run.failed", data: { error } },
  ];
}

/** The same event about something else. */
function retold(event: EventDraft, data: EventDraft["data"]): EventDraft {
  return { ...event, data: { ...event.data, ...data } } as EventDraft;
}

/** Used by tests that want to know how far a history went. */
export function reach({ log }: Lived): readonly string[] {
  return [...new Set(log.map(({ type }) => type)), `steps:${Math.min(3, stepOf(log))}`];
}
