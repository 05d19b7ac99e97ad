// A version of a toolset as the store keeps it: the sources, and its modules in the form that runs.

import type { ToolDescriptor } from "@haft/contract";
import type { SaveToolset } from "@haft/engine";
import type { ToolPlan } from "@haft/sdk/wire";
import type { BuiltModule, BuiltToolset } from "../toolsets/built-toolset.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";
import { formDigest } from "./form-digest.ts";

/** So many characters of versions are remembered as they were read: a call does not parse and hash what the one before did. */
const MOST_REMEMBERED = 16 * 1024 * 1024;

/** What is saved when a tool of a toolset is called. */
export function versionToSave(
  tenant: string,
  toolset: LoadedToolset,
  digest: string,
  built: BuiltToolset,
  by: string,
): SaveToolset {
  const names = built.modules.flatMap((module) => [module.file, ...module.imports]);
  return {
    tenant,
    toolset: toolset.id,
    digest,
    language: [...new Set(built.modules.map((module) => module.language))].join("+"),
    source: JSON.stringify(Object.fromEntries(names.map((name) => [name, toolset.texts[name] ?? ""]))),
    built: JSON.stringify({ modules: built.modules.map((module) => ({ ...module, form: formDigest(module) })) }),
    by,
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseModule(value: unknown): BuiltModule {
  if (
    !isTable(value) ||
    !isText(value.file) ||
    !isText(value.entry) ||
    !isText(value.digest) ||
    !isTable(value.files)
  ) {
    throw new Error("the saved version of the toolset cannot be read; call the tool again from its source");
  }
  return {
    file: value.file,
    language: value.language === "python" ? "python" : "typescript",
    digest: value.digest,
    imports: Array.isArray(value.imports) ? value.imports.filter(isText) : [],
    files: Object.fromEntries(
      Object.entries(value.files).filter((entry): entry is [string, string] => isText(entry[1])),
    ),
    entry: value.entry,
    ...(isText(value.sourceMap) ? { sourceMap: value.sourceMap } : {}),
    // Written by `versionToSave` and by nothing else: their shapes are those of their types.
    plans: Array.isArray(value.plans) ? (value.plans as ToolPlan[]) : [],
    tools: Array.isArray(value.tools) ? (value.tools as ToolDescriptor[]) : [],
  };
}

/** A version as it was read. */
interface ReadVersion extends BuiltToolset {
  /** Whether every module still is what was saved. */
  readonly whole: boolean;
}

/** By their text, so that a row that was changed is read anew; the one that was asked for last stands last. */
const remembered = new Map<string, ReadVersion>();

/** The modules of a version, as `versionToSave` wrote them. */
export function parseBuilt(built: string): BuiltToolset {
  return readVersion(built);
}

/** Whether a version is still what was saved under it. Rows are never changed but by hand. */
export function isWhole(built: string): boolean {
  return readVersion(built).whole;
}

function readVersion(built: string): ReadVersion {
  const before = remembered.get(built);
  const read = before ?? parseVersion(built);
  remembered.delete(built);
  remembered.set(built, read);
  let size = 0;
  for (const text of [...remembered.keys()].reverse()) {
    size += text.length;
    if (size > MOST_REMEMBERED) remembered.delete(text);
  }
  return read;
}

function parseVersion(built: string): ReadVersion {
  const value: unknown = JSON.parse(built);
  const rows: readonly unknown[] = isTable(value) && Array.isArray(value.modules) ? value.modules : [];
  const modules = rows.map(parseModule);
  const whole = rows.every((row, index) => {
    const module = modules[index];
    return isTable(row) && module !== undefined && row.form === formDigest(module);
  });
  return { modules, whole };
}

/** The module of a version that defines a tool. */
export function moduleOf(built: string, tool: string): BuiltModule | undefined {
  return parseBuilt(built).modules.find((module) => module.tools.some((each) => each.name === tool));
}
