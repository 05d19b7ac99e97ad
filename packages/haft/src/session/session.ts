// What the command line needs of a store and what moves its runs: a port, implemented by `../runtime`. Nothing here loads it.

import type { Json, JsonObject } from "@haft/sdk/wire";
import type { EvalResult, ReplayReport } from "./checks.ts";
import type { StoredDefinition, StoredKind } from "./definitions.ts";
import type { MoveObserver, TellTrouble, TellUpkeep } from "./move-observer.ts";
import type { CallFacts, Outcome, OutcomeError } from "./outcome.ts";
import type { PlaceMove, PlaceSummary } from "./places.ts";
import type { CallRequest, RunEvent, RunRequest, RunResult, RunSummary } from "./run.ts";
import type { SessionOptions } from "./session-options.ts";
import type { ThreadSummary } from "./thread.ts";
import type { Wait } from "./wait.ts";

/**
 * Work on one store. Every method rejects with `CommandError` for what the user can mend. Aborting a `signal` cancels the run
 * that is being moved; the Outcome then says so.
 */
export interface Session extends AsyncDisposable {
  /** Where the store would be, of a session that only looks and found none. */
  readonly absentStore?: string;
  /** Starts a run of kind `call` and moves it until it settles or waits for a person (with `wait`: also through other waits). */
  call(request: CallRequest, observer: MoveObserver, signal: AbortSignal): Promise<Outcome>;
  /** Answers an open wait by its full id and moves its run. `invalid_answer` if it does not fit: the wait stays open. `wait_settled` (who, when) if it has ended. */
  answer(
    waitId: string,
    response: Json,
    options: { readonly resumeOriginal: boolean },
    observer: MoveObserver,
    signal: AbortSignal,
  ): Promise<Outcome>;
  /** Starts an agent run, or a scripted one, and moves it until it settles or waits for a person. */
  run(request: RunRequest, observer: MoveObserver, signal: AbortSignal): Promise<RunResult>;
  /** Moves an agent run on, and resolves with what it came to. */
  moveRun(runId: string, observer: MoveObserver, signal: AbortSignal): Promise<RunResult>;
  /** What an agent run came to so far; it is not moved. */
  result(runId: string): Promise<RunResult>;
  /** Plays every `evals/*.script.json` at a path, one after another. */
  evals(
    path: string,
    observer: { checked?(result: EvalResult): void },
    signal: AbortSignal,
  ): Promise<readonly EvalResult[]>;
  /** Approves, also with other arguments, and moves the run. */
  approve(
    waitId: string,
    options: { readonly arguments?: JsonObject; readonly reason?: string; readonly resumeOriginal?: boolean },
    observer: MoveObserver,
    signal: AbortSignal,
  ): Promise<Outcome>;
  deny(waitId: string, reason: string, observer: MoveObserver, signal: AbortSignal): Promise<Outcome>;
  /** Sends a signal under `toolset/key`, moves the runs that heard it, and tells which waits it ended. */
  signal(
    key: string,
    payload: Json,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly waits: readonly string[]; readonly repeated: boolean; readonly outcomes: readonly Outcome[] }>;
  /** The stored definitions of a kind. */
  list(kind: StoredKind): Promise<readonly StoredDefinition[]>;
  /**
   * Saves one; `invalid_policy`, `invalid_agent`, `invalid_model` say what is wrong where. `warnings`: what it names and is
   * not there yet.
   */
  set(
    kind: StoredKind,
    definition: Json,
  ): Promise<{ readonly id: string; readonly created: boolean; readonly warnings?: readonly string[] }>;
  /** False: there was none. */
  remove(kind: StoredKind, id: string): Promise<boolean>;
  /** Tries a policy, or only a condition, against the last calls. */
  testPolicy(
    policy: Json,
    last: number,
  ): Promise<
    readonly {
      readonly callId: string;
      readonly runId: string;
      readonly tool: string;
      readonly matches: boolean;
      readonly error?: string;
    }[]
  >;
  threads(limit: number): Promise<readonly ThreadSummary[]>;
  thread(id: string): Promise<ThreadSummary>;
  setThread(
    id: string,
    change: { readonly title?: string; readonly metadata?: JsonObject; readonly agent?: string },
  ): Promise<ThreadSummary>;
  removeThread(id: string): Promise<{ readonly runs: number }>;
  replay(runId: string): Promise<ReplayReport>;
  /** A new run that shares the history up to `from`, moved until it settles or waits. */
  rerun(
    runId: string,
    options: { readonly from?: number; readonly original: boolean },
    observer: MoveObserver,
    signal: AbortSignal,
  ): Promise<RunResult>;
  /** Moves whatever can move until the signal is aborted, then lets calls finish for `drainMs`. */
  work(
    options: {
      readonly concurrency: number;
      readonly drainMs: number;
      readonly trouble?: TellTrouble;
      readonly upkeep?: TellUpkeep;
    },
    observer: (runId: string) => MoveObserver,
    signal: AbortSignal,
  ): Promise<void>;
  /** Moves a run that somebody else may be moving, and resolves with what it came to. */
  move(runId: string, observer: MoveObserver, signal: AbortSignal): Promise<Outcome>;
  /** Resolves when the wait has ended, whoever ended it; rejects with the signal's reason. */
  ended(waitId: string, signal: AbortSignal): Promise<void>;
  /**
   * Cancels a run, or the run's wait. Resolves with how the run stands then. `tell` hears why a run whose wait was cancelled
   * does not go on here.
   */
  cancel(id: string, reason: string | undefined, tell?: (why: OutcomeError) => void): Promise<RunSummary>;
  /** Newest first. */
  runs(filter: { readonly status?: RunSummary["status"]; readonly limit: number }): Promise<readonly RunSummary[]>;
  /** In order, after `after`; with `follow` until the run has ended or the signal is aborted. */
  events(
    runId: string,
    options: { readonly after: number; readonly follow: boolean; readonly signal: AbortSignal },
  ): AsyncIterable<RunEvent>;
  /** Open waits, nearest deadline first; with `all` ended ones as well. */
  waits(filter: { readonly all: boolean; readonly limit: number }): Promise<readonly Wait[]>;
  /** One wait by its full id; one whose time has passed has been moved on, unless its run was given secrets that this session lacks. */
  wait(waitId: string): Promise<Wait>;
  /** Moves everything that can move, and resolves with what each moved run came to. Without `trouble` it rejects for a run that cannot be moved. */
  workOnce(
    observer: (runId: string) => MoveObserver,
    signal: AbortSignal,
    trouble?: TellTrouble,
    upkeep?: TellUpkeep,
  ): Promise<readonly Outcome[]>;
  /** Where open runs have their files, on a database. */
  places(): Promise<readonly PlaceSummary[]>;
  /** The place that an open run's files are on, where that is not here, and whether no worker is there; null: they are here. */
  filesOf(runId: string): Promise<{ readonly place: string; readonly away: boolean } | null>;
  /** Makes this data folder, a copy of that of a place, the new home of its runs; without `apply` it only looks. */
  movePlace(from: string, options: { readonly apply: boolean; readonly incomplete: boolean }): Promise<PlaceMove>;
  /** What the log has of the call of a run that its Outcome has not. */
  facts(runId: string): Promise<CallFacts>;
  /** Full ids that begin with `prefix`, newest first, at most 10. */
  ids(kind: "run" | "wait" | "thr", prefix: string): Promise<readonly string[]>;
}

/** Exported by `../runtime/index.ts` as `openSession`. Rejects with `store_read_only`, `store_too_new`, `store_unreadable` … */
export type OpenSession = (options: SessionOptions) => Promise<Session>;
