// The tool that a command means: by its name, by `toolset/tool`, or because it is the only one.

import { type FolderFile, nearest, type ToolDescriptor } from "@haft/contract";
import { CommandError } from "../session/command-error.ts";
import { readingOf } from "../toolsets/open-toolsets.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";

/** A tool with the source that defines it. */
export interface ChosenTool {
  readonly tool: ToolDescriptor;
  readonly source: FolderFile;
}

const isError = (each: { readonly severity: string }): boolean => each.severity === "error";

function toolsOf(toolset: LoadedToolset): ChosenTool[] {
  return toolset.files.flatMap((source) => source.result.tools.map((tool) => ({ tool, source })));
}

/** The name alone, where it is written with its toolset. */
function bareName(toolset: LoadedToolset, name: string, path: string): string {
  const [id, tool, ...more] = name.split("/");
  if (tool === undefined || more.length > 0) return name;
  if (id === toolset.id) return tool;
  throw new CommandError("unknown_tool", `there is no toolset ${id} at ${path}; the one there is ${toolset.id}`, {
    hint: `write ${toolset.id}/${tool}, or ${tool}`,
    usage: true,
  });
}

function onlyTool(toolset: LoadedToolset, tools: readonly ChosenTool[], path: string): ChosenTool {
  const [first, ...others] = tools;
  if (first !== undefined && others.length === 0) return first;
  if (first === undefined) throw unreadable(toolset, path, `${path} registers no tool`);
  const names = tools.map(({ tool }) => tool.name).join(", ");
  throw new CommandError("ambiguous", `${path} has ${tools.length} tools: ${names}`, {
    hint: `name one: haft call ${path} ${first.tool.name}`,
    usage: true,
  });
}

/** A tool that is not there, because its file has faults or because there is none of that name. */
function unreadable(toolset: LoadedToolset, path: string, message: string): CommandError {
  const reading = readingOf(path, toolset);
  if (!toolset.diagnostics.some(isError))
    return new CommandError("no_tools", message, { hint: "haft new tool NAME makes one", usage: true });
  return new CommandError("does_not_read", `${message}: a file with an error registers none of its tools`, {
    hint: "mend the lines that are marked above",
    reading,
  });
}

function unknownTool(toolset: LoadedToolset, name: string, path: string, tools: readonly ChosenTool[]): CommandError {
  const faulty = toolset.diagnostics.find((each) => each.tool === name && isError(each));
  if (faulty !== undefined) return unreadable(toolset, path, `${name} is not registered`);
  const names = tools.map(({ tool }) => tool.name);
  const meant = nearest(name, names);
  if (meant === undefined && toolset.diagnostics.some(isError))
    return unreadable(toolset, path, `there is no tool ${name} at ${path}`);
  const hint = meant === undefined ? `tools there: ${names.join(", ") || "none"}` : `did you mean ${meant}?`;
  return new CommandError("unknown_tool", `there is no tool ${name} at ${path}`, { hint, usage: true });
}

/** Chooses a tool. Rejects with `unknown_tool`, `ambiguous`, `no_tools` or `does_not_read`. */
export function chooseTool(toolset: LoadedToolset, name: string | undefined, path: string): ChosenTool {
  const tools = toolsOf(toolset);
  if (name === undefined) return onlyTool(toolset, tools, path);
  const bare = bareName(toolset, name, path);
  const found = tools.find(({ tool }) => tool.name === bare);
  if (found === undefined) throw unknownTool(toolset, bare, path, tools);
  return found;
}
