// Calls of tools whose source a test writes, in one session of this process: the way of `haft call` without its start.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { openSession } from "../../src/runtime/index.ts";
import type { Outcome } from "../../src/session/outcome.ts";
import type { RunEvent } from "../../src/session/run.ts";
import type { Session } from "../../src/session/session.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";

/** What differs from call to call. */
export interface CallOptions {
  readonly config?: JsonObject;
  readonly context?: Json;
  readonly signal?: AbortSignal;
}

/** A folder with toolsets, and a session that calls them. */
export interface Workshop extends AsyncDisposable {
  readonly folder: string;
  readonly session: Session;
  /** Writes a file of the folder, and gives its path. */
  write(name: string, text: string): string;
  /** Calls a tool of one of its files. */
  call(file: string, tool: string, args?: JsonObject, options?: CallOptions): Promise<Outcome>;
  /** The whole log of a run. */
  events(runId: string): Promise<readonly RunEvent[]>;
}

const never = new AbortController().signal;

/** Opens a workshop with these files. */
export async function openWorkshop(
  files: Readonly<Record<string, string>>,
  options: Partial<SessionOptions> = {},
): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), "haft-values-"));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const session = await openSession({
    store: join(folder, ".haft/haft.db"),
    data: join(folder, ".haft"),
    environments: {},
    secrets: {},
    network: false,
    wait: false,
    ...options,
  });
  return {
    folder,
    session,
    write,
    call: (file, tool, args = {}, { config = {}, signal = never, ...rest } = {}) =>
      session.call({ path: join(folder, file), tool, arguments: () => args, config, ...rest }, {}, signal),
    async events(runId) {
      const found: RunEvent[] = [];
      for await (const event of session.events(runId, { after: 0, follow: false, signal: never })) found.push(event);
      return found;
    },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The value of a call that has to have succeeded, without a word of complaint in its log. */
export function result(outcome: Outcome): Json {
  if (outcome.ok !== true) throw new Error(`the call failed: ${JSON.stringify(outcome.error ?? outcome)}`);
  const warned = outcome.logs.filter((line) => line.stream === "warning");
  if (warned.length > 0) throw new Error(`the call was warned of: ${JSON.stringify(warned)}`);
  return outcome.value ?? null;
}
