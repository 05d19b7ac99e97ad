// A session that keeps its runs in memory, so that commands can be tested without a store and a sandbox.

import {
  type CallFacts,
  CommandError,
  type MoveObserver,
  type Outcome,
  type RunEvent,
  type RunSummary,
  type Session,
  type SessionOptions,
  type Wait,
} from "../../src/cli/session.ts";

/** What a fake session does and has; everything else is empty. */
export interface FakeSession {
  /** What a call comes to. */
  readonly call?: Outcome | ((observer: MoveObserver, signal: AbortSignal) => Promise<Outcome>);
  /** What an answer comes to. */
  readonly answer?: (value: unknown) => Outcome;
  readonly waits?: readonly Wait[];
  readonly runs?: readonly RunSummary[];
  readonly events?: readonly RunEvent[];
  readonly facts?: Partial<CallFacts>;
  /** Resolves when the wait has been ended by somebody else. */
  readonly ended?: Promise<void>;
}

/** The session, and what was asked of it. */
export function fakeSession(fake: FakeSession): {
  open(options: SessionOptions): Promise<Session>;
  readonly asked: unknown[];
} {
  const asked: unknown[] = [];
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
    move: async (runId, _observer, signal) => {
      asked.push(["move", runId, signal.aborted]);
      return { ...completed(null), runId, ...(signal.aborted ? { ok: false, status: "cancelled" } : {}) } as Outcome;
    },
    ended: (_waitId, signal) =>
      fake.ended ?? new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    cancel: async (id, reason) => {
      asked.push(["cancel", id, reason]);
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
    events: async function* () {
      yield* fake.events ?? [];
    },
    waits: async () => fake.waits ?? [],
    wait: async (id) => {
      const found = fake.waits?.find((wait) => wait.id === id);
      if (!found) throw new Error(`no wait ${id}`);
      return found;
    },
    workOnce: async () => (typeof fake.call === "object" ? [fake.call] : []),
    facts: async () => ({ sharesNetwork: false, ...fake.facts }),
    ids: async (kind, prefix) =>
      (kind === "run" ? (fake.runs ?? []) : (fake.waits ?? []))
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
