// The messages between a sandbox and what runs it. A frame is a 4-byte big-endian length and that many bytes of JSON
// (UTF-8), at most 8 MiB. Both sides validate every message; the types here are the agreement, not the check.

import type { Json, JsonObject } from "./json.ts";
import type { ContextData, ToolPlan } from "./plan.ts";

/** The largest frame, in bytes. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;
/** The largest result of a call, in bytes of JSON. */
export const MAX_RESULT_BYTES = 4 * 1024 * 1024;

// ---------------------------------------------------------------- the sandbox itself
// Python: descriptor 4, between the outside and the parent. TypeScript: descriptor 3, before its call.

/** What the process inside found, before it loaded any of the tool's code. Judged outside. */
export interface InsideReport {
  readonly pid: number;
  readonly uid: number;
  /** Lines of /proc/self/status that matter: NoNewPrivs, CapEff, CapBnd, Seccomp, Seccomp_filters. */
  readonly status: Readonly<Record<string, string>>;
  /** Namespace name to its identity, as `readlink /proc/self/ns/*` gives it. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Names in `/`. */
  readonly root: readonly string[];
  /** Open descriptors. */
  readonly descriptors: readonly number[];
  /** What came of calls that must be refused, by name: an errno name (`EPERM`), or `allowed`. */
  readonly refused: Readonly<Record<string, string>>;
  /** Limits in force, by name (`RLIMIT_AS` …), soft values; -1 is unlimited. */
  readonly limits: Readonly<Record<string, number>>;
  /** The interpreter that runs the tool, for example `python 3.11.2` or `node 24.22.3`. */
  readonly interpreter: string;
}

/** The process is restricted and waits for `load`. */
export interface ReadyMessage {
  readonly type: "ready";
  readonly report: InsideReport;
}

/** Which module to load, and how its tools are called. */
export interface LoadMessage {
  readonly type: "load";
  /** Absolute path inside the sandbox. Python: the module's source. TypeScript: the bundled JavaScript module. */
  readonly entry: string;
  /** The author's file name, for messages and stacks. */
  readonly file: string;
  /** Python: folders put in front of `sys.path`, the toolset's folder first. */
  readonly searchPath: readonly string[];
  readonly plans: readonly ToolPlan[];
  /** Whether any tool is async; Python's parent imports asyncio only then. */
  readonly async: boolean;
  /** A line that nobody can guess: printed to standard output and standard error when a call has ended, it closes the call's output. */
  readonly marker: string;
  /** `calls`: serve calls. `definition`: TypeScript, evaluate the `defineTool` default export, answer `definition`, and exit. */
  readonly purpose: "calls" | "definition";
  /** TypeScript: serve many calls at once in this process. */
  readonly reuse: boolean;
}

/** The module was loaded. `threads`: Python, threads it started at import, so that it is not forked. */
export interface LoadedMessage {
  readonly type: "loaded";
  readonly threads: number;
}

/** The module could not be loaded, or the definition could not be evaluated. */
export interface LoadFailedMessage {
  readonly type: "load-failed";
  readonly error: WireError;
}

/** Python: the child for call number `n` (from 0) waits on descriptor 3. TypeScript: the process waits for its call. */
export interface WaitingMessage {
  readonly type: "waiting";
  readonly n: number;
}

/** Python: the child has ended and everything it left has been killed. `status` is its wait status. */
export interface EndedMessage {
  readonly type: "ended";
  readonly n: number;
  readonly status: number;
}

/** What a `defineTool` default export says of itself, to be validated outside. */
export interface DefinitionMessage {
  readonly type: "definition";
  /** Every field that is plain data, as found; functions and schemas are named in `functions` and `schemas`. */
  readonly fields: JsonObject;
  readonly functions: readonly string[];
  readonly schemas: Readonly<Record<string, DefinitionSchema>>;
  /** Fields that are neither data, function nor schema: what was found there, in words (`a Map`, `a function at `approval.required``). */
  readonly others?: Readonly<Record<string, string>>;
}

/** A schema of a definition: the JSON Schema of its input (or output) side, or why there is none. */
export type DefinitionSchema =
  | { readonly ok: true; readonly vendor: string; readonly schema: Json }
  | {
      readonly ok: false;
      readonly vendor: string;
      /** `.when.at[]`, or empty for the whole schema. */
      readonly path: string;
      readonly message: string;
      /** Further places of the same schema that JSON Schema cannot express. */
      readonly others?: readonly { readonly path: string; readonly message: string }[];
    };

/** Outside to inside, to the sandbox itself. */
export type ToSandbox = LoadMessage;
/** Inside to outside, from the sandbox itself. */
export type FromSandbox =
  | ReadyMessage
  | LoadedMessage
  | LoadFailedMessage
  | WaitingMessage
  | EndedMessage
  | DefinitionMessage;

// ---------------------------------------------------------------- one call, on descriptor 3

/** The call that a waiting process is to run. With `reuse` several are open at once, told apart by `callId`. */
export interface CallMessage {
  readonly type: "call";
  readonly callId: string;
  readonly tool: string;
  readonly phase: "call" | "resume";
  /** phase `call` */
  readonly arguments?: JsonObject;
  /** phase `resume` */
  readonly payload?: Json;
  readonly meta?: JsonObject;
  readonly ctx: ContextData;
}

/** The answer to a `request`. */
export interface ReplyMessage {
  readonly type: "reply";
  readonly callId?: string;
  readonly id: number;
  readonly ok: boolean;
  readonly value?: Json;
  readonly error?: WireError;
}

/** The run is being cancelled; the kill follows. */
export interface CancelMessage {
  readonly type: "cancel";
  readonly callId?: string;
}

/** Outside to inside, during a call. */
export type ToCall = CallMessage | ReplyMessage | CancelMessage;

/** An error as it crosses the border. `type` is the exception's own name or one of Haft's. `stack` has the frames of the machinery removed. */
export interface WireError {
  readonly type: string;
  readonly message: string;
  readonly hint?: string;
  readonly stack?: string;
}

/** The call's value. */
export interface ResultMessage {
  readonly type: "result";
  readonly callId?: string;
  readonly value: Json;
}

/** The call failed. */
export interface ErrorMessage {
  readonly type: "error";
  readonly callId?: string;
  readonly error: WireError;
}

/** The kinds of wait that a tool can open. */
export type YieldKind = "answer" | "time" | "files" | "signal";

/** The call returned a wait: it parks, and its companion goes on. `params` are the helper's, in camelCase. */
export interface YieldMessage {
  readonly type: "yield";
  readonly callId?: string;
  readonly kind: YieldKind;
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

/** A line for the log, from `ctx.inform` or Haft's own part inside (a warning). */
export interface LogMessage {
  readonly type: "log";
  readonly callId?: string;
  readonly level: "info" | "warning";
  readonly text: string;
}

/** How far the call is. */
export interface ProgressMessage {
  readonly type: "progress";
  readonly callId?: string;
  readonly fraction?: number;
  readonly message?: string;
}

/** What only the outside can do. */
export type RequestOperation =
  | "secret"
  | "artifact.read"
  | "artifact.write"
  | "artifact.list"
  | "files.state"
  | "signal.url";

/** A request to the outside, answered by the `reply` of the same `id`. */
export interface RequestMessage {
  readonly type: "request";
  readonly callId?: string;
  readonly id: number;
  readonly op: RequestOperation;
  readonly params: JsonObject;
}

/** Inside to outside, during a call. */
export type FromCall = ResultMessage | ErrorMessage | YieldMessage | LogMessage | ProgressMessage | RequestMessage;
