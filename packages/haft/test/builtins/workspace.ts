// A workspace in a temporary folder, and a tool called in it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { BUILTIN_TOOLS } from "../../src/builtins/index.ts";

/** A folder that is removed in the end. */
export async function workspace(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "haft-workspace-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Calls a built-in tool; an error is given by its type and message. */
export async function called(
  tool: string,
  given: JsonObject,
  path: string | undefined,
  skills: ReadonlyMap<string, string> = new Map(),
): Promise<Json> {
  const found = BUILTIN_TOOLS.get(tool);
  if (found === undefined) throw new Error(`no built-in tool ${tool}`);
  try {
    return await found.run(given, { workspace: path, skills }, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error: error.name, message: error.message };
  }
}
