// The engine: calls are started, moved, answered, cancelled and looked at through it.

import { createHash } from "node:crypto";
import type { RunEvent } from "../events/event.ts";
import type { Json } from "../json/json.ts";
import type { Hold } from "../ports/store-claims.ts";
import type { RunFilter, RunRow, WaitFilter, WaitRow } from "../ports/store-rows.ts";
import { createMasker } from "../secrets/masker.ts";
import { checkAnswer } from "../waits/check-answer.ts";
import { mayAnswer, type Person } from "../waits/may-answer.ts";
import { type WaitView, waitView } from "../waits/wait-view.ts";
import type { MoveObserver } from "../worker/observe-phase.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Ports, Services } from "../worker/services.ts";
import { DEFAULT_SETTINGS, type WorkerSettings } from "../worker/settings.ts";
import { createStoreTime } from "../worker/store-time.ts";
import { Worker } from "../worker/worker.ts";
import { cancelRun } from "./cancel.ts";
import { EngineError } from "./engine-error.ts";
import { follow, until } from "./follow.ts";
import { type MoveOptions, moveUntil } from "./move-until.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type CallRequest, firstEvents } from "./start-call.ts";

/** Ids of a call that was started. */
export interface StartedCall {
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
}

/** The engine of one process. */
export interface Engine extends AsyncDisposable {
  /**
   * Starts a run of kind `call` and moves it until it has ended or waits. With the same idempotency key as before it gives
   * the call that was started then. Rejects with `EngineError` (`queue_full`, `key_reused`). Aborting the signal cancels the run.
   */
  startCall(request: CallRequest, observer?: MoveObserver, signal?: AbortSignal): Promise<StartedCall>;
  /**
   * Moves a run, which somebody else may be moving, until it has ended or waits for something that is not in
   * `options.through`. Aborting the signal cancels the run.
   */
  moveRun(tenant: string, runId: string, options?: MoveOptions): Promise<void>;
  /** Moves everything that can move now; resolves with the runs that were moved. */
  once(
    observer?: (runId: string) => MoveObserver,
    signal?: AbortSignal,
  ): Promise<readonly { tenant: string; runId: string }[]>;
  /** What a call came to so far. Rejects with `call_not_found`. */
  outcome(tenant: string, callId: string): Promise<Outcome>;
  /** What the call of a run of kind `call` came to so far. Rejects with `run_not_found`. */
  outcomeOfRun(tenant: string, runId: string): Promise<Outcome>;
  /**
   * Answers an open wait, for whoever moves the run next. Rejects with `wait_not_found`, `not_an_answer_wait`,
   * `not_allowed` (the question is for others) and `invalid_answer` (the wait stays open in both), `wait_settled` (who and
   * when).
   */
  answer(
    tenant: string,
    waitId: string,
    response: Json,
    by: Person,
    options?: { resumeOriginal?: boolean },
  ): Promise<WaitView>;
  /** Cancels one open wait. Rejects with `wait_not_found`, `wait_settled`. */
  cancelWait(tenant: string, waitId: string, by: string, reason?: string): Promise<WaitView>;
  /** Cancels a run: durable when this resolves; what runs is ended by its holder. Rejects with `run_not_found`, `run_ended`. */
  cancelRun(tenant: string, runId: string, by: string, reason?: string): Promise<RunRow>;
  /** A run. Rejects with `run_not_found`. */
  run(tenant: string, runId: string): Promise<RunRow>;
  /** Newest first. */
  listRuns(tenant: string, filter: RunFilter): Promise<readonly RunRow[]>;
  /** Events in order. */
  events(tenant: string, runId: string, after?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** Events as they are written, until the run has ended or the signal is aborted. */
  follow(tenant: string, runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
  /** One wait. Rejects with `wait_not_found`. */
  wait(tenant: string, waitId: string): Promise<WaitView>;
  /** Open ones by nearest deadline, then where asked for ended ones. */
  listWaits(tenant: string, filter: WaitFilter): Promise<readonly WaitView[]>;
  /** Resolves when a wait has ended, whoever ended it. */
  waitEnded(tenant: string, waitId: string, signal: AbortSignal): Promise<WaitView>;
  /** Full ids that begin with a prefix, newest first. */
  ids(tenant: string, kind: "run" | "call" | "wait", prefix: string, limit?: number): Promise<readonly string[]>;
  /** Lets calls finish for a while, then ends them; nothing is started any more. */
  stop(drainMs?: number): Promise<void>;
}

/** An engine on these ports. Settings are for tests and for those who know why. */
export function createEngine(ports: Ports, settings: Partial<WorkerSettings> = {}): Engine {
  const services = createServices(ports, settings);
  const worker = new Worker(services);
  return {
    startCall: (request, observer, signal) => startCall(services, worker, request, observer ?? {}, signal),
    moveRun: (tenant, runId, options) => moveUntil(services, worker, tenant, runId, options ?? {}),
    once: (observer, signal) => once(services, worker, observer ?? (() => ({})), signal),
    stop: (drainMs) => worker.stop(drainMs),
    ...inputs(services),
    ...reads(services),
    async [Symbol.asyncDispose]() {
      await worker.stop(0);
    },
  };
}

function createServices(ports: Ports, given: Partial<WorkerSettings>): Services {
  const workerId = ports.ids.next("wrk");
  const settings = { ...DEFAULT_SETTINGS, ...given };
  // Found out once, with the first run that is taken: by then what holds the sandboxes has been started.
  let hold: Hold | undefined;
  return {
    ...ports,
    workerId,
    settings,
    time: createStoreTime(ports.clock),
    hold: () => {
      hold ??= { workerId, identity: ports.machine.identity(), leaseMs: settings.leaseMs };
      return hold;
    },
  };
}

async function startCall(
  services: Services,
  worker: Worker,
  request: CallRequest,
  observer: MoveObserver,
  signal: AbortSignal | undefined,
): Promise<StartedCall> {
  const { ids, secrets, store } = services;
  const { tenant } = request;
  const masker = createMasker(await secrets.values(tenant));
  const [runId, callId] = [ids.next("run"), ids.next("call")];
  const threadId = request.threadId ?? ids.next("thr");
  const events = firstEvents(request, { callId, threadId }, masker);
  const tool = `${request.toolset}/${request.tool.name}`;
  const { requestedBy, idempotencyKey } = request;
  const run = { tenant, runId, threadId, kind: "call", tool, requestedBy, minEngine: 1, place: null } as const;
  const idempotency = idempotencyKey === undefined ? null : { key: idempotencyKey, digest: callDigest(request) };
  const started = await worker.start({ by: "create", run, idempotency }, events, observer, signal);
  if (started.refusal === null) return { runId, callId, threadId };
  const { reason, runId: earlier } = started.refusal;
  if (reason === "exists" && earlier !== undefined) return idsOfRun(store, services, tenant, earlier);
  if (reason === "queue_full") throw new EngineError("queue_full", `thread ${threadId} has 100 runs queued already`);
  throw new EngineError(
    "key_reused",
    `the idempotency key ${JSON.stringify(idempotencyKey)} was used for another call`,
    "use a new key for each call",
  );
}

/** What makes two requests the same call. */
function callDigest({ toolset, tool, digest, arguments: given, context, threadId }: CallRequest): string {
  const same = JSON.stringify([toolset, tool.name, digest, given, context ?? null, threadId ?? null]);
  return createHash("sha256").update(same).digest("hex");
}

async function idsOfRun(
  store: Services["store"],
  { blobs }: Services,
  tenant: string,
  runId: string,
): Promise<StartedCall> {
  const [run, stored] = await Promise.all([store.run(tenant, runId), store.events(tenant, runId, 0, 2)]);
  const called = (await readEvents(stored, tenant, blobs)).find((event) => event.type === "tool.called");
  if (run === null || called === undefined) throw new EngineError("run_not_found", `there is no call in run ${runId}`);
  return { runId, callId: called.data.callId, threadId: run.threadId };
}

async function once(
  { store }: Services,
  worker: Worker,
  observer: (runId: string) => MoveObserver,
  signal: AbortSignal | undefined,
): Promise<readonly { tenant: string; runId: string }[]> {
  const moved: { tenant: string; runId: string }[] = [];
  while (!signal?.aborted) {
    await store.fireDue(500);
    const next = await worker.moveNext(observer);
    if (next === null) return moved;
    moved.push({ tenant: next.tenant, runId: next.runId });
  }
  return moved;
}

function inputs(services: Services): Pick<Engine, "answer" | "cancelWait" | "cancelRun"> {
  const { store, secrets } = services;
  return {
    async answer(tenant, waitId, response, by, options = {}) {
      const wait = await store.wait(tenant, waitId);
      if (wait === null) throw noWait(waitId);
      if (wait.kind !== "answer") {
        const message = `wait ${waitId} is for ${wait.kind}, which nobody can answer`;
        throw new EngineError("not_an_answer_wait", message, "haft waits shows what each waits for");
      }
      if (!mayAnswer(wait.to, by)) throw notAllowed(wait, by);
      const masked = createMasker(await secrets.values(tenant)).value(response);
      const checked = wait.status === "open" ? checkAnswer(wait, masked) : { ok: true as const };
      if (!checked.ok) throw new EngineError("invalid_answer", checked.message, checked.hint);
      const payload = { response: masked, answered_by: by.name };
      const resumeOriginal = options.resumeOriginal ?? false;
      const reply = await store.endWait({ tenant, waitId, end: "resolved", payload, by: by.name, resumeOriginal });
      if (reply.ok) return waitView(reply.wait);
      throw reply.reason === "ended" ? settled(reply.wait) : noWait(waitId);
    },
    async cancelWait(tenant, waitId, by, reason = "cancelled") {
      const payload = { cancelled: true, reason, by };
      const reply = await store.endWait({ tenant, waitId, end: "cancelled", payload, by, resumeOriginal: false });
      if (reply.ok) return waitView(reply.wait);
      throw reply.reason === "ended" ? settled(reply.wait) : noWait(waitId);
    },
    cancelRun: (tenant, runId, by, reason) => cancelRun(services, tenant, runId, by, reason),
  };
}

function noWait(waitId: string): EngineError {
  return new EngineError("wait_not_found", `there is no wait ${waitId}`, "haft waits lists the open ones");
}

function notAllowed({ waitId, to }: WaitRow, { name, roles }: Person): EngineError {
  const whom = (to ?? []).join(", ");
  const you = roles.length === 0 ? name : `${name} (${roles.join(", ")})`;
  const [first = ""] = to ?? [];
  const who =
    (to ?? []).length === 1 ? `${whom}, or by whoever has that role` : `${whom}, or by whoever has one of these roles`;
  const hint = `it can be answered by ${who}: --as ${first}, or --as ${name}:${first}`;
  return new EngineError("not_allowed", `${waitId} is for ${whom}; you are ${you}`, hint);
}

/** I4: everybody after the first is told who ended the wait, and when. */
function settled(wait: WaitRow): EngineError {
  const when = wait.endedAt === null ? "" : ` at ${new Date(wait.endedAt).toISOString()}`;
  const how = { resolved: "answered", expired: "expired", cancelled: "cancelled", open: "open" }[wait.status];
  const who = wait.status === "expired" || wait.endedBy === null ? "" : ` by ${wait.endedBy}`;
  return new EngineError(
    "wait_settled",
    `wait ${wait.waitId} was ${how}${who}${when}`.replace("was expired", "expired"),
  );
}

function reads(
  services: Services,
): Pick<
  Engine,
  "outcome" | "outcomeOfRun" | "run" | "listRuns" | "events" | "follow" | "wait" | "listWaits" | "waitEnded" | "ids"
> {
  const { store, blobs } = services;
  const run = async (tenant: string, runId: string): Promise<RunRow> => {
    const row = await store.run(tenant, runId);
    if (row === null) throw new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
    return row;
  };
  const wait = async (tenant: string, waitId: string): Promise<WaitView> => {
    const row = await store.wait(tenant, waitId);
    if (row === null) throw noWait(waitId);
    return waitView(row);
  };
  const outcome = async (tenant: string, ids: StartedCall): Promise<Outcome> => {
    const stored = await store.events(tenant, ids.runId, 0, Number.MAX_SAFE_INTEGER);
    const came = outcomeOf(await readEvents(stored, tenant, blobs), ids);
    if (came.ok !== null) return came;
    const waits = await store.waits(tenant, { open: true, runId: ids.runId, limit: 100 });
    const open = waits.find((one) => one.callId === ids.callId);
    return open === undefined ? came : { ...came, wait: waitView(open) };
  };
  return {
    run,
    wait,
    async outcome(tenant, callId) {
      const call = await store.call(tenant, callId);
      if (call === null) throw new EngineError("call_not_found", `there is no call ${callId}`);
      return outcome(tenant, call);
    },
    outcomeOfRun: async (tenant, runId) => outcome(tenant, await idsOfRun(store, services, tenant, runId)),
    listRuns: (tenant, filter) => store.runs(tenant, filter),
    async events(tenant, runId, after = 0, limit = Number.MAX_SAFE_INTEGER) {
      await run(tenant, runId);
      return readEvents(await store.events(tenant, runId, after, limit), tenant, blobs);
    },
    follow: (tenant, runId, after, signal) => follow(services, tenant, runId, after, signal),
    async listWaits(tenant, filter) {
      return (await store.waits(tenant, filter)).map(waitView);
    },
    waitEnded: (tenant, waitId, signal) =>
      until(services, signal, async () => {
        const row = await wait(tenant, waitId);
        return row.status === "open" ? undefined : row;
      }),
    ids: (tenant, kind, prefix, limit = 10) => store.ids(tenant, kind, prefix, limit),
  };
}
