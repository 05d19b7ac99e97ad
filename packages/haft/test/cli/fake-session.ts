// A session that keeps its runs in memory, so that commands can be tested without a store and a sandbox.

import type { EvalResult, ReplayReport } from "../../src/session/checks.ts";
import { CommandError } from "../../src/session/command-error.ts";
import type { StoredDefinition, StoredKind } from "../../src/session/definitions.ts";
import type { MoveObserver, TellUpkeep } from "../../src/session/move-observer.ts";
import type { CallFacts, Outcome, OutcomeError } from "../../src/session/outcome.ts";
import type { PlaceMove, PlaceSummary } from "../../src/session/places.ts";
import type { RunEvent, RunResult, RunSummary } from "../../src/session/run.ts";
import type { Session } from "../../src/session/session.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";
import type { ThreadSummary } from "../../src/session/thread.ts";
import type { Wait } from "../../src/session/wait.ts";

/** What a fake session does and has; everything else is empty. */
export interface FakeSession {
  /** What a call comes to. */
  readonly call?: Outcome | ((observer: MoveObserver, signal: AbortSignal) => Promise<Outcome>);
  /** What an answer comes to. */
  readonly answer?: (value: unknown) => Outcome;
  /** What an agent run comes to, each time it is moved. */
  readonly results?: readonly RunResult[];
  /** What an observer of a run hears when it is first moved. */
  readonly moved?: (observer: MoveObserver) => void;
  /** What approving and denying come to; absent: they are refused. */
  readonly decide?: Outcome;
  readonly evals?: readonly EvalResult[];
  readonly replay?: ReplayReport;
  readonly definitions?: Partial<Record<StoredKind, readonly StoredDefinition[]>>;
  /** Refuses a definition by throwing. */
  readonly check?: (definition: unknown) => void;
  readonly threads?: readonly ThreadSummary[];
  readonly signalled?: Awaited<ReturnType<Session["signal"]>>;
  readonly tried?: Awaited<ReturnType<Session["testPolicy"]>>;
  /** What a worker tells of before it does anything. */
  readonly places?: readonly PlaceSummary[];
  readonly filesOf?: { readonly place: string; readonly away: boolean };
  readonly placeMove?: PlaceMove;
  /** What a worker removes, and why it cannot. */
  readonly upkept?: readonly Parameters<TellUpkeep>[0][];
  readonly troubles?: readonly (readonly [error: OutcomeError | null, runId: string | null])[];
  /** What a worker does until it is stopped. */
  readonly work?: (observer: (runId: string) => MoveObserver, signal: AbortSignal) => Promise<void>;
  readonly waits?: readonly Wait[];
  readonly runs?: readonly RunSummary[];
  readonly events?: readonly RunEvent[];
  readonly facts?: Partial<CallFacts>;
  /** Why a run does not go on here whose wait is cancelled. */
  readonly leftAlone?: OutcomeError;
  /** Resolves when the wait has been ended by somebody else. */
  readonly ended?: Promise<void>;
}

/** The session, and what was asked of it. */
export function fakeSession(fake: FakeSession): {
  open(options: SessionOptions): Promise<Session>;
  readonly asked: unknown[];
} {
  const asked: unknown[] = [];
  const results = [...(fake.results ?? [])];
  let moved = fake.moved;
  const nextResult = (observer: MoveObserver): RunResult => {
    moved?.(observer);
    moved = undefined;
    const [next] = results;
    if (next === undefined) throw new CommandError("no_model", "no model is set", { hint: "haft model set …" });
    // The last stands for all that follow.
    return results.length > 1 ? (results.shift() ?? next) : next;
  };
  const decided = async (): Promise<Outcome> => {
    if (fake.decide === undefined) throw new CommandError("not_allowed", "it is for release");
    return fake.decide;
  };
  const definitions = (kind: StoredKind) => fake.definitions?.[kind] ?? [];
  const threadOf = (id: string): ThreadSummary => {
    const found = fake.threads?.find((thread) => thread.id === id);
    if (found === undefined) throw new CommandError("not_found", `there is no thread ${id}`);
    return found;
  };
  const session: Session = {
    call: async (request, observer, signal) => {
      asked.push(["call", request.path, request.tool, request.config, request.context]);
      if (fake.call === undefined) throw new CommandError("unknown_tool", "there is no such tool");
      return typeof fake.call === "function" ? fake.call(observer, signal) : fake.call;
    },
    answer: async (waitId, response, options) => {
      asked.push(["answer", waitId, response, options.resumeOriginal]);
      if (!fake.answer) throw new CommandError("wait_settled", "it was answered by grace", { hint: "see: haft runs" });
      return fake.answer(response);
    },
    run: async (request, observer) => {
      asked.push(["run", request]);
      return nextResult(observer);
    },
    moveRun: async (runId, observer, signal) => {
      asked.push(["moveRun", runId, signal.aborted]);
      const result = nextResult(observer);
      return signal.aborted ? { ...result, status: "cancelled", waits: [] } : result;
    },
    result: async (runId) => {
      asked.push(["result", runId]);
      return nextResult({});
    },
    rerun: async (runId, options, observer) => {
      asked.push(["rerun", runId, options]);
      observer.started?.("run_b");
      return nextResult(observer);
    },
    evals: async (path, observer) => {
      asked.push(["evals", path]);
      for (const result of fake.evals ?? []) observer.checked?.(result);
      return fake.evals ?? [];
    },
    approve: async (waitId, options) => {
      asked.push(["approve", waitId, options]);
      return decided();
    },
    deny: async (waitId, reason) => {
      asked.push(["deny", waitId, reason]);
      return decided();
    },
    signal: async (key, payload, id) => {
      asked.push(["signal", key, payload, id]);
      return fake.signalled ?? { waits: [], repeated: false, outcomes: [] };
    },
    list: async (kind) => definitions(kind),
    set: async (kind, definition) => {
      fake.check?.(definition);
      asked.push(["set", kind, definition]);
      const id = (definition as { readonly id: string }).id;
      return { id, created: !definitions(kind).some((each) => each.id === id) };
    },
    remove: async (kind, id) => {
      asked.push(["remove", kind, id]);
      return true;
    },
    testPolicy: async (policy, last) => {
      asked.push(["testPolicy", policy, last]);
      return fake.tried ?? [];
    },
    threads: async () => fake.threads ?? [],
    thread: async (id) => threadOf(id),
    setThread: async (id, change) => {
      asked.push(["setThread", id, change]);
      return { ...threadOf(id), ...change };
    },
    removeThread: async (id) => {
      asked.push(["removeThread", id]);
      return { runs: 2 };
    },
    places: async () => fake.places ?? [],
    filesOf: async () => fake.filesOf ?? null,
    movePlace: async (from, options) => {
      asked.push(["movePlace", from, options]);
      return fake.placeMove ?? { from, folder: "/copy", runs: 0, missing: [], missingMore: 0, applied: options.apply };
    },
    replay: async () => fake.replay ?? { ok: true, events: 4 },
    work: async (options, observer, signal) => {
      const { trouble: _trouble, upkeep, ...plain } = options;
      for (const done of fake.upkept ?? []) upkeep?.(done);
      asked.push(["work", plain]);
      for (const [error, runId] of fake.troubles ?? []) options.trouble?.(error, runId);
      await fake.work?.(observer, signal);
    },
    move: async (runId, _observer, signal) => {
      asked.push(["move", runId, signal.aborted]);
      return { ...completed(null), runId, ...(signal.aborted ? { ok: false, status: "cancelled" } : {}) } as Outcome;
    },
    ended: (_waitId, signal) =>
      fake.ended ?? new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    cancel: async (id, reason, tell) => {
      asked.push(["cancel", id, reason]);
      if (fake.leftAlone !== undefined) tell?.(fake.leftAlone);
      return {
        id: "run_1",
        kind: "call",
        status: "cancelled",
        createdAt: "2030-01-01T00:00:00Z",
        requestedBy: "ada",
        waits: [],
      };
    },
    runs: async () => fake.runs ?? [],
    events: async function* (_runId, { after }) {
      yield* (fake.events ?? []).filter(({ seq }) => seq > after);
    },
    waits: async () => fake.waits ?? [],
    wait: async (id) => {
      const found = [...(fake.waits ?? []), ...(fake.results ?? []).flatMap(({ waits }) => waits)].find(
        (wait) => wait.id === id,
      );
      if (!found) throw new Error(`no wait ${id}`);
      return found;
    },
    workOnce: async (_observer, _signal, trouble) => {
      for (const [error, runId] of fake.troubles ?? []) trouble?.(error, runId);
      return typeof fake.call === "object" ? [fake.call] : [];
    },
    facts: async () => ({ sharesNetwork: false, ...fake.facts }),
    ids: async (kind, prefix) =>
      ({ run: fake.runs ?? [], wait: fake.waits ?? [], thr: fake.threads ?? [] })[kind]
        .map(({ id }) => id)
        .filter((id) => id.startsWith(prefix)),
    [Symbol.asyncDispose]: async () => void asked.push(["closed"]),
  };
  return {
    asked,
    open: async (options) => {
      asked.push(["open", options]);
      return session;
    },
  };
}

/** A completed Outcome. */
export function completed(value: Outcome["value"] | undefined): Outcome {
  return {
    ok: true,
    status: "completed",
    ...(value === undefined ? {} : { value }),
    runId: "run_1",
    callId: "call_1",
    threadId: "thr_1",
    durationMs: 3,
    isolation: "namespaces",
    logs: [],
  };
}

/** An Outcome that waits. */
export function waiting(wait: Wait): Outcome {
  const { value: _, ...rest } = completed(null);
  return { ...rest, ok: null, status: "waiting", wait };
}

/** A question. */
export function question(changes: Partial<Wait> = {}): Wait {
  return {
    id: "wait_1",
    kind: "answer",
    status: "open",
    runId: "run_1",
    callId: "call_1",
    tool: "desk/confirm",
    prompt: "Go on?",
    choices: ["yes", "no"],
    openedAt: "2030-01-01T11:00:00.000Z",
    expiresAt: "2030-01-08T12:00:00.000Z",
    ...changes,
  };
}

/** A call that waits for approval. */
export function approval(changes: Partial<Wait> = {}): Wait {
  const { prompt: _prompt, choices: _choices, ...rest } = question();
  return {
    ...rest,
    kind: "approval",
    tool: "desk/publish",
    approval: {
      reason: "It goes to customers.",
      arguments: { version: "2.0", days: 3 },
      digest: "d1",
      rules: [
        { policy: null, approvers: null, notRequester: false, quorum: 1 },
        { policy: "two-eyes", approvers: ["release"], notRequester: true, quorum: 2 },
      ],
      version: "7",
      have: 1,
      need: 3,
    },
    ...changes,
  };
}

/** What an agent run came to. */
export function runResult(changes: Partial<RunResult> = {}): RunResult {
  return { runId: "run_1", threadId: "thr_1", status: "completed", output: "Done.", waits: [], ...changes };
}

/** Events of one run, numbered from 1. */
export function eventsOf(...events: readonly (readonly [type: string, data: RunEvent["data"]])[]): readonly RunEvent[] {
  return events.map(([type, data], index) => ({
    runId: "run_1",
    seq: index + 1,
    at: "2030-01-01T11:59:00.000Z",
    type,
    data,
    v: 1,
  }));
}
