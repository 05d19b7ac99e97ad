// A tool that Haft itself brings: described like any other, and run by the host instead of a sandbox.

import type { ToolDescriptor } from "@haft/contract";
import type { Json, JsonObject } from "@haft/sdk/wire";

/** The id of the toolset of all built-in tools: `builtin/read_file`. No toolset on disk gets it. */
export const BUILTIN = "builtin";

/** What a built-in tool works with. */
export interface BuiltinSurroundings {
  /** The thread's workspace; undefined: there is none. */
  readonly workspace: string | undefined;
  /** The skills of the agent that calls, by name. */
  readonly skills: ReadonlyMap<string, string>;
}

/** One built-in tool. */
export interface BuiltinTool {
  readonly descriptor: ToolDescriptor;
  /** Arguments have been validated. Rejects with an Error whose `name` is the error's type. */
  run(given: JsonObject, surroundings: BuiltinSurroundings, signal: AbortSignal): Promise<Json>;
}

/** The descriptor of a tool that only looks. */
export function lookingTool(
  name: string,
  description: string,
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[],
): ToolDescriptor {
  return Object.freeze({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    examples: [],
    yields: false,
    timeoutSeconds: 30,
    capabilities: [],
    approval: { required: false },
    annotations: { readOnly: true, idempotent: true },
    language: "typescript",
    function: name,
    takesContext: false,
    location: { file: "haft", line: 1, endLine: 1 },
  });
}

/** The workspace, or the error that says that there is none. */
export function requireWorkspace({ workspace }: BuiltinSurroundings): string {
  if (workspace !== undefined) return workspace;
  const error = new Error("this thread has no workspace");
  error.name = "no_workspace";
  throw error;
}
