// Tools that a saved agent names and that are not there: told, with the nearest name, and no reason not to save it, because
// a toolset may come later.

import { resolve } from "node:path";
import { nearest } from "@haft/contract";
import { isObject, type Json } from "@haft/engine/ports";
import { BUILTIN, BUILTIN_TOOLS } from "../builtins/index.ts";
import { loadAt } from "../toolsets/open-toolsets.ts";
import { isWhole, parseBuilt } from "./kept-version.ts";
import { LOCAL } from "./local-tenant.ts";
import type { Parts } from "./parts.ts";

/** One toolset that an agent names. */
interface Named {
  readonly toolset: string;
  /** Empty: all of them. */
  readonly tools: readonly string[];
  readonly version?: string;
}

/** A toolset that is there. */
interface There {
  readonly id: string;
  readonly tools: readonly string[];
}

/** A line for each tool, or whole toolset, that is not there. */
export async function unknownTools(
  parts: Pick<Parts, "reader" | "store">,
  definition: Json,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let here: Promise<There | null> | undefined;
  for (const named of namedIn(definition)) {
    const kept = named.toolset === BUILTIN ? builtIn() : await inStore(parts, named);
    if (kept !== null && missingOf(named, kept).length === 0) continue;
    // The files in this folder are newer than what the store keeps of them; they have no other version.
    here ??= readHere(parts);
    const disk = await here;
    const there = named.version === undefined && disk?.id === named.toolset ? disk : kept;
    lines.push(
      ...(there === null ? [noToolset(named, disk)] : missingOf(named, there).map((tool) => noTool(there, tool))),
    );
  }
  return lines;
}

/** The definition was saved: what is not as it should be was refused. */
function namedIn(definition: Json): readonly Named[] {
  const tools = isObject(definition) && Array.isArray(definition.tools) ? definition.tools : [];
  return tools.filter(isObject).map(({ toolset, tools: some, version }) => ({
    toolset: String(toolset),
    tools: Array.isArray(some) ? some.map(String) : [],
    ...(version === undefined ? {} : { version: String(version) }),
  }));
}

function builtIn(): There {
  return { id: BUILTIN, tools: [...BUILTIN_TOOLS.keys()] };
}

async function inStore({ store }: Pick<Parts, "store">, { toolset, version }: Named): Promise<There | null> {
  const kept = await store.toolset(LOCAL, toolset, version);
  if (kept === null || !isWhole(kept.built)) return null;
  return { id: toolset, tools: parseBuilt(kept.built).modules.flatMap(({ tools }) => tools.map(({ name }) => name)) };
}

/** What is in this folder; null: nothing, or nothing that can be read. */
async function readHere({ reader }: Pick<Parts, "reader">): Promise<There | null> {
  try {
    const { id, files } = await loadAt(reader, resolve("."), {});
    return { id, tools: files.flatMap(({ result }) => result.tools.map(({ name }) => name)) };
  } catch {
    return null;
  }
}

function missingOf({ tools }: Named, there: There): readonly string[] {
  return tools.filter((tool) => !there.tools.includes(tool));
}

function noTool({ id, tools }: There, tool: string): string {
  return `${id} has no tool ${tool}${meant(nearest(tool, tools))}`;
}

function noToolset({ toolset, version }: Named, here: There | null): string {
  const which = version === undefined ? "" : ` with a version ${version}`;
  const near = nearest(toolset, [BUILTIN, ...(here === null ? [] : [here.id])]);
  const instead = here === null || here.id === near || here.id === toolset ? "" : `; the one here is ${here.id}`;
  return `there is no toolset ${toolset}${which} yet${near === toolset ? "" : meant(near)}${instead}`;
}

function meant(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
