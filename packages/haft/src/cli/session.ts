// What the command line needs from the rest of Haft: a port, implemented by `../toolsets` (reading) and `../runtime`
// (the store, the sandbox and the engine put together). Nothing here loads any of them.

import type { Diagnostic, Language, ToolDescriptor } from "@haft/contract";
import type { Isolation, IsolationLevel } from "@haft/sandbox";
import type { Json, JsonObject } from "@haft/sdk/wire";

/**
 * A failure with a remedy, told by one message. Everything that reading and sessions reject with on purpose is one; anything
 * else is a fault of Haft's own. `usage`: the command was written wrongly (exit code 2), else what was asked for failed (1).
 */
export class CommandError extends Error {
  /** A stable word: `not_found`, `no_tools`, `unknown_tool`, `ambiguous`, `store_read_only`, `store_too_new`, `disk_full` … */
  readonly type: string;
  readonly hint: string | undefined;
  readonly usage: boolean;
  /** `does_not_read`, `unknown_tool`: what reading found, printed above the message. */
  readonly reading: Reading | undefined;
  constructor(
    type: string,
    message: string,
    options: { readonly hint?: string; readonly usage?: boolean; readonly reading?: Reading } = {},
  ) {
    super(message);
    this.name = "CommandError";
    this.type = type;
    this.hint = options.hint;
    this.usage = options.usage ?? false;
    this.reading = options.reading;
  }
}

// ---------------------------------------------------------------- reading (`../toolsets`)

/** Settings of reading for one command. */
export interface ReadingOptions {
  /** A provider whose strict mode HAFT802 checks. */
  readonly provider?: string;
  /** The Python interpreter; default as the reader's. */
  readonly python?: string;
  /** The least isolation accepted for evaluating `defineTool`; default: the best that the machine gives. */
  readonly isolation?: IsolationLevel;
}

/** One toolset as it was read. */
export interface ReadToolset {
  /** Its id, for example `weather`. */
  readonly name: string;
  /** Absent where files of both languages make one toolset. */
  readonly language?: Language;
  /** SHA-256 of the sources, in hex. */
  readonly digest: string;
  readonly tools: readonly ToolDescriptor[];
  /** Their `file` is relative to the working folder where it lies in it, else absolute. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What stands at one path. */
export interface Reading {
  /** The path as it was given. */
  readonly path: string;
  readonly kind: "file" | "folder" | "project" | "bundle";
  readonly toolsets: readonly ReadToolset[];
  /** Texts of the sources by the names that the diagnostics use, for marking lines. */
  readonly sources: Readonly<Record<string, string>>;
  /** Absolute paths of the files and folders whose change asks for reading again. */
  readonly watched: readonly string[];
}

/** Reads what stands at paths, with readers that stay warm until it is disposed of. Loads no store; a sandbox only for `*.tool.ts`. */
export interface ToolsetReading extends AsyncDisposable {
  /** Rejects with a `CommandError`: `not_found` (no such path; the nearest), `no_tools` (nothing that could hold one), `not_a_source`. */
  read(path: string): Promise<Reading>;
}

/** Exported by `../toolsets/index.ts` as `openToolsets`. */
export type OpenToolsets = (options: ReadingOptions) => ToolsetReading;

// ---------------------------------------------------------------- sessions (`../runtime`)

/** What a session works with and grants to the calls that it moves. */
export interface SessionOptions {
  /** Default `./.haft/haft.db`, made when first written to. */
  readonly store?: string;
  /** Where blobs, `/data` and artifacts are. Default `./.haft`. */
  readonly data?: string;
  /** The least level accepted; default: the best that the machine gives. */
  readonly isolation?: IsolationLevel;
  /** Who the sandboxes run as when the command runs as root. */
  readonly user?: string;
  readonly python?: string;
  /** Package environments by name. */
  readonly environments: Readonly<Record<string, string>>;
  /** The person: a name and roles. Default: the machine's user. */
  readonly as?: { readonly name: string; readonly roles: readonly string[] };
  /** Declared by being given. Their values appear in nothing that is stored or printed. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether calls share the machine's network. */
  readonly network: boolean;
  /** Host folder that is `/workspace` inside. */
  readonly workspace?: string;
  /** Sit through waits for a time, files or a signal, too. */
  readonly wait: boolean;
  /** `provider/name` of the model to ask, for example from HAFT_MODEL; absent: the stored one. */
  readonly model?: string;
  /** The environment, for the providers' usual key variables and HAFT_MODEL_URL. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether machines mount one data folder, or each has its own (the default). */
  readonly files?: Files;
  /** For how many days a worker is to keep runs after their end; null: for ever; absent: as it was said before. */
  readonly retentionDays?: number | null;
  /** Milliseconds; for tests and those who know why. */
  readonly timing?: { readonly leaseMs?: number; readonly lookMs?: number; readonly drainMs?: number };
  /** The command looks at what there is: where there is no store, none is made, and the session is empty. */
  readonly looks?: boolean;
}

/** Where the files of several machines are. */
export type Files = "shared" | "local";

/** One call, as asked for. */
export interface CallRequest {
  /** A file, a folder or a bundle. */
  readonly path: string;
  /** A bare name where it is unique, or `toolset/tool`. Absent: the only tool there; several are `ambiguous`, naming them. */
  readonly tool?: string;
  /** Makes the arguments once the tool is known. Throws a `CommandError` for text that its schema cannot turn into a value. */
  readonly arguments: (tool: ToolDescriptor) => JsonObject;
  readonly config: JsonObject;
  /** What the host passes; absent: nothing. */
  readonly context?: Json;
}

/** A line that a tool wrote. */
export interface LogLine {
  readonly stream: "stdout" | "stderr" | "info" | "warning";
  readonly text: string;
}

/** One agent run, as asked for. */
export interface RunRequest {
  /** The bundle or project whose agent runs. Default: the working folder. */
  readonly path: string;
  /** Id of the agent; default: the bundle's own, a project's `default`. */
  readonly agent?: string;
  readonly input: string;
  /** Played instead of asking a model; parsed by whoever reads the file. */
  readonly script?: Json;
  /** The script stands for everybody who is asked: only in a store of its own, as checks have. Default: for whoever runs it. */
  readonly rehearsal?: boolean;
  readonly threadId?: string;
  readonly config: JsonObject;
  readonly context?: Json;
}

/** What an agent run came to so far. */
export interface RunResult {
  readonly runId: string;
  readonly threadId: string;
  readonly status: "completed" | "failed" | "cancelled" | "waiting" | "queued";
  /** The model's last text, or the result of a script's last call. */
  readonly output?: Json;
  readonly error?: OutcomeError;
  /** Open ones, oldest first. */
  readonly waits: readonly Wait[];
  /** Tokens in and out; absent where no model was asked. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** One scripted check of a bundle. */
export interface EvalResult {
  /** Relative to the bundle, for example `evals/greet.script.json`. */
  readonly file: string;
  readonly ok: boolean;
  readonly runId?: string;
  /** Each thing that was expected and is not so. */
  readonly problems: readonly string[];
  readonly durationMs: number;
}

/** What `haft replay` found. */
export interface ReplayReport {
  readonly ok: boolean;
  readonly events: number;
  /** The first difference between what is stored and what today's code makes of the log. */
  readonly difference?: { readonly seq?: number; readonly what: string; readonly stored: Json; readonly folded: Json };
}

/** Policies, agents and models are shown as they were saved. */
export type StoredKind = "policy" | "agent" | "model";

/** One policy, agent or model, with who saved it. */
export interface StoredDefinition {
  readonly id: string;
  readonly definition: JsonObject;
  readonly savedBy?: string;
  readonly savedAt?: string;
}

/** One thread with its messages, oldest first (only in `thread`). */
export interface ThreadSummary {
  readonly id: string;
  readonly agent?: string;
  readonly title?: string;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly messages?: readonly {
    readonly role: "user" | "assistant";
    readonly text: string;
    readonly at: string;
    readonly runId: string;
  }[];
}

/**
 * Hears of a run that a worker could not move, and (with null) of a store that could not be asked. It is tried again. With
 * null for the error: the store answers again.
 */
export type TellTrouble = (error: OutcomeError | null, runId: string | null) => void;

/** Hears what was removed: runs that ended long ago, and blobs that nothing names; or why that could not be done. */
export type TellUpkeep = (done: { readonly runs: number; readonly blobs: number } | OutcomeError) => void;

/** Hears what happens while a run moves. */
export interface MoveObserver {
  /** Streamed text of a model; it may be lost, and `model.responded` has the whole. */
  delta?(text: string): void;
  /** Each event as it is written. */
  event?(event: RunEvent): void;
  /** The run is in the log: from now on it can be cancelled. */
  started?(runId: string): void;
  /** Each event of the history that a run shares with the one that it runs again, before it moves. */
  shared?(event: RunEvent): void;
  log?(line: LogLine): void;
  progress?(fraction: number | undefined, message: string | undefined): void;
}

/** A durable reason why a call is parked. */
export interface Wait {
  readonly id: string;
  readonly kind: "answer" | "approval" | "time" | "files" | "signal";
  readonly status: "open" | "resolved" | "expired" | "cancelled";
  readonly runId: string;
  readonly callId: string;
  /** `toolset/tool` */
  readonly tool: string;
  /** answer: what is asked */
  readonly prompt?: string;
  /** answer: what fits */
  readonly schema?: JsonObject;
  readonly choices?: readonly Json[];
  /** answer: who may */
  readonly to?: readonly string[];
  /** time: when it is due, ISO 8601 */
  readonly due?: string;
  /** files */
  readonly paths?: readonly string[];
  /** signal */
  readonly key?: string;
  /** approval: what would run, and who must agree. */
  readonly approval?: {
    readonly reason?: string;
    readonly arguments: JsonObject;
    readonly digest: string;
    readonly rules: readonly {
      readonly policy: string | null;
      readonly approvers: readonly string[] | null;
      readonly notRequester: boolean;
      readonly quorum: number;
    }[];
    readonly version: string;
    readonly have: number;
    readonly need: number;
    /** What the tool says of itself, and the text of the version that would run; absent where they cannot be read. */
    readonly description?: string;
    readonly source?: { readonly file: string; readonly text: string };
  };
  readonly openedAt: string;
  readonly expiresAt?: string;
  readonly endedAt?: string;
  readonly endedBy?: string;
}

/** Why a call failed. */
export interface OutcomeError {
  readonly type: string;
  readonly message: string;
  readonly hint?: string;
}

/** What a call came to, in one shape on every surface. */
export interface Outcome {
  /** null while it waits */
  readonly ok: boolean | null;
  readonly status: "completed" | "failed" | "waiting" | "cancelled";
  readonly value?: Json;
  /** Why it failed; while it waits, why it does not go on here: its message begins with what has taken effect. */
  readonly error?: OutcomeError;
  readonly wait?: Wait;
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
  /** Time in which the call ran, waits left out. */
  readonly durationMs: number;
  /** The level that the sandbox confirmed; null where nothing ran. */
  readonly isolation: IsolationLevel | null;
  readonly logs: readonly LogLine[];
}

/** What is shown of a call beside its Outcome. */
export interface CallFacts {
  /** What kind of run it belongs to; absent: `call`. */
  readonly kind?: "call" | "agent";
  /** Whether it shares the machine's network, whatever the level of its sandbox. */
  readonly sharesNetwork: boolean;
  /** The author's line that raised its error, for example `tools/weather.py:12 in forecast`. */
  readonly raisedAt?: string;
}

/** One line of `haft runs`. */
export interface RunSummary {
  readonly id: string;
  readonly kind: "call" | "agent";
  /** Id of the agent, of a run of kind `agent`. */
  readonly agent?: string;
  readonly status: "queued" | "ready" | "running" | "waiting" | "completed" | "failed" | "cancelled";
  /** `toolset/tool` */
  readonly tool?: string;
  readonly threadId?: string;
  /** Where its files are: only there it is moved. Absent: wherever its store is. */
  readonly place?: string;
  /** Whether that is not here. */
  readonly elsewhere?: boolean;
  /** Whether no worker is there that could move it. */
  readonly away?: boolean;
  readonly createdAt: string;
  readonly endedAt?: string;
  readonly requestedBy: string;
  readonly error?: OutcomeError;
  /** Ids of its open waits. */
  readonly waits: readonly string[];
}

/** One place where files of runs are. */
export interface PlaceSummary {
  readonly place: string;
  /** Whether it is this data folder. */
  readonly here: boolean;
  /** Open runs that have their files there. */
  readonly runs: number;
  readonly workers: readonly { readonly machine: string; readonly folder: string }[];
  /** Where it is, of the place that is the home of the store's files. */
  readonly home?: { readonly machine: string; readonly folder: string };
}

/** What moving the home of a place came to, or would come to. */
export interface PlaceMove {
  readonly from: string;
  /** The copy. */
  readonly folder: string;
  /** Open runs that have their files there. */
  readonly runs: number;
  /** What the copy lacks of what they need, the first of them; how many there are beside those. */
  readonly missing: readonly {
    readonly runId: string;
    readonly what: "workspace" | "source" | "blob";
    readonly name: string;
  }[];
  readonly missingMore: number;
  readonly applied: boolean;
  /** The new place; open and ended runs that have moved; ids of those that somebody took meanwhile. */
  readonly to?: string;
  readonly moved?: number;
  readonly ended?: number;
  readonly held?: readonly string[];
}

/** One record of a run's log. */
export interface RunEvent {
  readonly runId: string;
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly v: number;
  /** Why it cannot be read, where it was damaged: its data are empty then. */
  readonly unreadable?: string;
}

/** One thing that `haft doctor` looked at. */
export interface DoctorCheck {
  /** `node`, `store`, `isolation`, `python`, `toolDiscovery` … */
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** The next thing to type; absent where nothing need be done. */
  readonly remedy?: string;
}

/** What `haft doctor` found. `ok` if every check is. */
export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
  /** Line by line what is and is not enforced; null where no sandbox could be started. */
  readonly isolation: Isolation | null;
}

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

/** Exported by `../runtime/examine.ts` as `examine`: looks at everything, also where no session can be opened. */
export type Examine = (options: SessionOptions, path: string) => Promise<DoctorReport>;
