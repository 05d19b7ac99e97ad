// A toolset in the form that is kept with its version and run: for each module its files as they are mounted, its
// plans and its descriptors. TypeScript is bundled here, so that a version runs without its project.

import { createHash } from "node:crypto";
import type { FolderFile, Language, ToolDescriptor } from "@haft/contract";
import type { ToolPlan } from "@haft/sdk/wire";
import type { LoadedToolset } from "./read-toolset.ts";

/** One module. */
export interface BuiltModule {
  /** The author's file name. */
  readonly file: string;
  readonly language: Language;
  /** SHA-256 of the source and of what it imports of its own. */
  readonly digest: string;
  /** The names, besides `file`, that the digest covers. */
  readonly imports: readonly string[];
  /** What is mounted, by name, and which of it is loaded. */
  readonly files: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly sourceMap?: string;
  readonly plans: readonly ToolPlan[];
  readonly tools: readonly ToolDescriptor[];
}

/** Every module of a toolset that has tools. */
export interface BuiltToolset {
  readonly modules: readonly BuiltModule[];
}

const ENTRY = "module.mjs";

async function buildTypeScript(
  toolset: LoadedToolset,
  source: FolderFile,
): Promise<Pick<BuiltModule, "files" | "entry" | "sourceMap">> {
  const { bundle } = await import("@haft/contract/bundling");
  const { packagesFrom } = toolset.packages;
  const { code, sourceMap } = await bundle({
    file: source.file,
    text: toolset.texts[source.file] ?? "",
    siblings: toolset.texts,
    ...(packagesFrom === undefined ? {} : { packagesFrom }),
    purpose: "calls",
  });
  return { files: { [ENTRY]: code }, entry: ENTRY, sourceMap };
}

function buildPython(toolset: LoadedToolset, source: FolderFile): Pick<BuiltModule, "files" | "entry"> {
  const names = [source.file, ...source.result.imports];
  return { files: Object.fromEntries(names.map((name) => [name, toolset.texts[name] ?? ""])), entry: source.file };
}

async function buildModule(toolset: LoadedToolset, source: FolderFile): Promise<BuiltModule> {
  const { file, language, digest, result } = source;
  const built = language === "python" ? buildPython(toolset, source) : await buildTypeScript(toolset, source);
  return { file, language, digest, imports: result.imports, ...built, plans: result.plans, tools: result.tools };
}

/** Every module of a toolset that registers tools, built. */
export async function buildToolset(toolset: LoadedToolset): Promise<BuiltToolset> {
  const sources = toolset.files.filter((file) => file.result.tools.length > 0);
  return { modules: await Promise.all(sources.map((source) => buildModule(toolset, source))) };
}

/** The digest of a toolset: of every source with what it imports of its own. */
export function toolsetDigest(toolset: LoadedToolset): string {
  const hash = createHash("sha256");
  for (const { file, digest } of toolset.files) hash.update(`${file}\0${digest}\0`);
  return hash.digest("hex");
}
