// A store on a file of its own, with a clock that a test moves, and the requests that most tests need.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Append, CreateRun, EventDraft, Hold, Standing, Store } from "@haft/engine/ports";
import { openInProcessStore } from "../../src/in-process-store.ts";

/** When the clock starts. */
export const START = Date.parse("2030-01-01T00:00:00.000Z");

/** A store that is removed in the end. */
export interface Opened extends AsyncDisposable {
  readonly file: string;
  readonly store: Store;
  /** The store's clock, in milliseconds after its start. */
  now: number;
}

/** A folder that is removed in the end. */
export async function folder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "haft-store-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Opens a store. */
export async function opened(): Promise<Opened> {
  const place = await folder();
  const file = join(place.path, "haft.db");
  const time = { now: 0 };
  const store = openInProcessStore({
    file,
    now: () => START + time.now,
    clock: { monotonic: () => time.now, after: () => () => undefined },
    leaseMs: 30_000,
    renewMs: 10_000,
  });
  return {
    file,
    store,
    get now() {
      return time.now;
    },
    set now(now) {
      time.now = now;
    },
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** A hold of one worker. */
export function hold(workerId = "wrk_1"): Hold {
  return { workerId, identity: { machine: "m", processes: [] }, leaseMs: 30_000 };
}

/** The first events of a call. */
export function firstEvents(callId = "call_1"): EventDraft[] {
  const traits = {
    idempotent: false,
    readOnly: false,
    timeoutSeconds: 30,
    resume: null,
    onSourceChange: "refuse",
  } as const;
  const called = {
    callId,
    ordinal: 1,
    tool: "greet",
    toolset: "desk",
    version: "1",
    digest: "d",
    arguments: {},
    traits,
  };
  const created = { kind: "call", tenant: "t", thread: "thr_1", limits: {}, requestedBy: "ada", engine: 1 } as const;
  return [
    { type: "run.created", data: created },
    { type: "tool.called", data: called },
    { type: "call.gated", data: { callId, verdict: "run", policies: [], policyRevision: 0 } },
  ];
}

/** The start of the call. */
export function started(callId = "call_1", fence = 1): EventDraft {
  const data = {
    callId,
    attempt: 1,
    fence,
    isolation: "none",
    interpreter: "fake",
    deadline: "",
    idempotencyKey: callId,
  };
  return { type: "tool.started", data };
}

/** The result of the call. */
export function result(callId = "call_1"): EventDraft {
  return { type: "tool.result", data: { callId, ok: true, value: 1, durationMs: 1 } };
}

/** What parks the call. */
export function parked(waitId = "wait_1", more: Partial<{ expiresAt: string; time: string }> = {}): EventDraft {
  const data = { callId: "call_1", waitId, kind: more.time === undefined ? "answer" : "time", version: "1" } as const;
  return { type: "tool.parked", data: { ...data, prompt: "?", meta: {}, durationMs: 1, ...more } };
}

const READY: Standing = { status: "ready" };

/** A new run, held by a worker unless it says otherwise. */
export function newRun(
  given: Partial<CreateRun["run"]> & { readonly hold?: Hold | null; readonly events?: EventDraft[] } = {},
): CreateRun {
  const { hold: held = hold(), events = [...firstEvents(), started()], ...run } = given;
  return {
    run: {
      tenant: "t",
      runId: "run_1",
      threadId: "thr_1",
      kind: "call",
      tool: "desk/greet",
      agent: null,
      requestedBy: "ada",
      minEngine: 1,
      place: null,
      ...run,
    },
    appendId: `app_${Math.random()}`,
    idempotency: null,
    hold: held,
    decision: { events, standing: READY, release: false },
  };
}

/** An append of the first holder of `run_1`. */
export function appendOf(given: Partial<Append> & { readonly fence?: number }): Append {
  const { fence = 1, ...rest } = given;
  return {
    held: { tenant: "t", runId: "run_1", fence },
    appendId: `app_${Math.random()}`,
    facts: [],
    decision: null,
    ...rest,
  };
}

/** Creates `run_1` and parks it in `wait_1`. */
export async function parkedRun(store: Store, more: Parameters<typeof parked>[1] = {}): Promise<void> {
  await store.create(newRun());
  const due = more.time ?? more.expiresAt;
  const standing: Standing = { status: "waiting", dueAt: due === undefined ? null : Date.parse(due) };
  const decision = { events: [parked("wait_1", more)], standing, release: true, lastSeq: 4 };
  await store.append(appendOf({ decision }));
}
