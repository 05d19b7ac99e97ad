// Runs: as they are asked for, what they came to, and how they are listed.

import type { ToolDescriptor } from "@haft/contract";
import type { Json, JsonObject } from "@haft/sdk/wire";
import type { OutcomeError } from "./outcome.ts";
import type { Wait } from "./wait.ts";

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
