// The engine: everything that people and programs ask of it, put together of its desks.

import { type DefinitionDesk, definitionDesk } from "../agents/definition-desk.ts";
import { type ApprovalDesk, approvalDesk } from "../approvals/approval-desk.ts";
import type { Keyed } from "../idempotency/request-key.ts";
import { type PolicyDesk, policyDesk } from "../policies/policy-desk.ts";
import type { Hold } from "../ports/store-claims.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { type ReplayDesk, replayDesk } from "../replay/replay-desk.ts";
import { type SignalDesk, signalDesk } from "../signals/signal-desk.ts";
import { type ThreadDesk, threadDesk } from "../threads/thread-desk.ts";
import { type FileDesk, fileDesk } from "../waits/file-desk.ts";
import { type WaitDesk, waitDesk } from "../waits/wait-desk.ts";
import type { MoveObserver } from "../worker/observe-phase.ts";
import { RunBells } from "../worker/run-bells.ts";
import type { Ports, Services } from "../worker/services.ts";
import { type WorkerSettings, workerSettings } from "../worker/settings.ts";
import { createStoreTime } from "../worker/store-time.ts";
import { takeTurn, type Upkept } from "../worker/upkeep.ts";
import { type WorkOptions, work } from "../worker/work.ts";
import { type MovedRun, Worker } from "../worker/worker.ts";
import { startCall } from "./begin-call.ts";
import { cancelRun } from "./cancel.ts";
import { createRun, type StartedRun, type StartRun } from "./create-run.ts";
import { type Looks, looks, type StartedCall } from "./looks.ts";
import { type MoveOptions, moveUntil } from "./move-until.ts";
import { setRetention } from "./retention.ts";
import type { CallRequest } from "./start-call.ts";

/** Runs: started, moved, cancelled. */
interface Runs {
  /**
   * Starts a run of kind `call` and moves it until it has ended or waits. With the same idempotency key as before it gives
   * the call that was started then. Rejects with `EngineError` (`queue_full`, `key_reused`). Aborting the signal cancels the run.
   */
  startCall(request: CallRequest, observer?: MoveObserver, signal?: AbortSignal): Promise<StartedCall>;
  /**
   * Creates a run of kind `agent`, queued where its thread has an open one; it is not moved. Rejects with `no_model`,
   * `invalid_script`, `queue_full`, `key_reused`.
   */
  createRun(request: StartRun): Promise<StartedRun>;
  /**
   * Moves a run, which somebody else may be moving, until it has ended or waits for something that is not in
   * `options.through`. Aborting the signal cancels the run. Rejects with `run_not_found`, and where it cannot be moved from
   * here with `files_elsewhere` and `newer_engine`.
   */
  moveRun(tenant: string, runId: string, options?: MoveOptions): Promise<void>;
  /**
   * Moves everything that can move now; resolves with the runs that were moved. `trouble` hears of each that could not be:
   * without it, this rejects with the first one's error, after the others.
   */
  once(
    observer?: (runId: string) => MoveObserver,
    signal?: AbortSignal,
    trouble?: (error: unknown, runId: string) => void,
  ): Promise<readonly MovedRun[]>;
  /** Moves whatever can move, some at once, until the signal is aborted; then lets calls finish for a while. */
  work(options: WorkOptions): Promise<void>;
  /** Cancels a run: durable when this resolves; what runs is ended by its holder. Rejects with `run_not_found`, `run_ended`. */
  cancelRun(tenant: string, runId: string, by: string, reason?: string, options?: Keyed): Promise<RunRow>;
  /** Sets for how many days a tenant's runs are kept after their end; null: for ever. Resolves with whether it was otherwise before. */
  setRetention(tenant: string, retentionDays: number | null, by: string): Promise<boolean>;
  /**
   * Removes what ended longer ago than its tenant keeps it, and blobs that nothing named for a day, as `work` does from time
   * to time; null: that was done just now, by this process or another.
   */
  upkeep(): Promise<Upkept | null>;
  /** Lets calls finish for a while, then ends them; nothing is started any more. */
  stop(drainMs?: number): Promise<void>;
}

/** The engine of one process. */
export interface Engine
  extends AsyncDisposable,
    Runs,
    Looks,
    WaitDesk,
    ApprovalDesk,
    SignalDesk,
    FileDesk,
    PolicyDesk,
    DefinitionDesk,
    ThreadDesk,
    ReplayDesk {}

/** An engine on these ports. Settings are for tests and for those who know why. */
export function createEngine(ports: Ports, settings: Partial<WorkerSettings> = {}): Engine {
  const services = createServices(ports, settings);
  return {
    ...runs(services, new Worker(services)),
    ...looks(services),
    ...waitDesk(services),
    ...approvalDesk(services),
    ...signalDesk(services),
    ...fileDesk(services),
    ...policyDesk(services),
    ...definitionDesk(services),
    ...threadDesk(services),
    ...replayDesk(services),
  };
}

function createServices(ports: Ports, given: Partial<WorkerSettings>): Services {
  const workerId = ports.ids.next("wrk");
  const settings = workerSettings(given);
  // Made once: a process never becomes another, and what it starts is no part of who it is.
  let hold: Hold | undefined;
  return {
    ...ports,
    workerId,
    settings,
    time: createStoreTime(ports.clock, settings),
    bells: new RunBells(),
    hold: () => {
      hold ??= { workerId, identity: ports.machine.identity(), leaseMs: settings.leaseMs };
      return hold;
    },
  };
}

function runs(services: Services, worker: Worker): Runs & AsyncDisposable {
  return {
    startCall: (request, observer, signal) => startCall(services, worker, request, observer ?? {}, signal),
    createRun: (request) => createRun(services, request),
    moveRun: (tenant, runId, options) => moveUntil(services, worker, tenant, runId, options ?? {}),
    once: (observer, signal, trouble) => worker.once(observer ?? (() => ({})), signal, trouble),
    work: (options) => work(services, worker, options),
    cancelRun: (tenant, runId, by, reason, options) => cancelRun(services, tenant, runId, by, reason, options),
    setRetention: (tenant, retentionDays, by) => setRetention(services, tenant, retentionDays, by),
    upkeep: () => takeTurn(services),
    stop: (drainMs) => worker.stop(drainMs),
    async [Symbol.asyncDispose]() {
      await worker.stop(0);
    },
  };
}
