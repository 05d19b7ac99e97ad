// One worker among several: everything that `haft worker` is, with short leases. It says what it writes, event by
// event, on standard output; a line on standard input is a call that it is asked to make, and tells the outcome of.

import { createInterface } from "node:readline";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { openLocalSession } from "../../src/runtime/local-session.ts";
import type { RunEvent } from "../../src/session/run.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";

/** What a worker is told. */
export interface WorkerOrder {
  readonly session: SessionOptions;
  readonly concurrency: number;
}

/** A call that a worker is asked to make. */
export interface CallOrder {
  readonly path: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What a worker says, a line each. */
export type Said =
  | { readonly said: "working" }
  | { readonly said: "event"; readonly runId: string; readonly type: string; readonly arguments?: JsonObject }
  | { readonly said: "outcome"; readonly runId: string; readonly status: string; readonly value?: Json }
  | { readonly said: "refused"; readonly message: string }
  /** A run could not be moved. */
  | { readonly said: "trouble"; readonly runId: string; readonly message: string };

const say = (line: Said): void => console.log(JSON.stringify(line));
const order: WorkerOrder = JSON.parse(process.argv[2] ?? "");
const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());

const session = await openLocalSession(order.session);
const observer = {
  event: ({ runId, type, data }: RunEvent) => {
    const args = type === "tool.called" ? data.arguments : undefined;
    say({ said: "event", runId, type, ...(isTable(args) ? { arguments: args } : {}) });
  },
};

function isTable(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The session's own way of calling; an outcome that was told must be in the log. */
async function call(line: string): Promise<void> {
  const { path, tool, arguments: args }: CallOrder = JSON.parse(line);
  const request = { path, tool, arguments: () => args, config: {} };
  try {
    const { runId, status, value } = await session.call(request, observer, stopping.signal);
    say({ said: "outcome", runId, status, ...(value === undefined ? {} : { value }) });
  } catch (error) {
    say({ said: "refused", message: error instanceof Error ? error.message : String(error) });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => void call(line));
setImmediate(() => say({ said: "working" }));
/** A store that is away is no fault of the worker's. */
const trouble = (error: unknown, runId: string | null): void => {
  if (runId === null) return;
  say({ said: "trouble", runId, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
};
await session.work({ concurrency: order.concurrency, drainMs: 5_000, trouble }, () => observer, stopping.signal);
await session[Symbol.asyncDispose]();
process.exit(0);
