// Keeping the version of a toolset that is on disk: what is called is what is in the store.

import type { Store, ToolsetVersion } from "@haft/engine";
import { type BuiltModule, buildToolset, toolsetDigest } from "../toolsets/built-toolset.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";
import { isWhole, parseBuilt, versionToSave } from "./kept-version.ts";
import { LOCAL } from "./local-tenant.ts";

/** A version that the store keeps. */
export interface KeptVersion {
  readonly version: string;
  /** In the form that runs. */
  readonly modules: readonly BuiltModule[];
}

/**
 * Whether a kept version has the tools as they are read now. The sources alone do not tell: they may have been saved
 * while there was no interpreter to read them by, or by another Haft.
 */
function holds(built: string, toolset: LoadedToolset): boolean {
  if (!isWhole(built)) return false;
  const shapes = (modules: readonly Pick<BuiltModule, "file" | "plans" | "tools">[]): string =>
    JSON.stringify(modules.map(({ file, plans, tools }) => [file, plans, tools]));
  const now = toolset.files.flatMap(({ file, result: { plans, tools } }) =>
    tools.length === 0 ? [] : [{ file, plans, tools }],
  );
  return shapes(parseBuilt(built).modules) === shapes(now);
}

/** The version of a toolset in the store: the current one where nothing has changed, else a new one. */
export async function keepVersion(
  store: Pick<Store, "toolset" | "saveToolset">,
  toolset: LoadedToolset,
  by: string,
): Promise<KeptVersion> {
  const digest = toolsetDigest(toolset);
  const current = await store.toolset(LOCAL, toolset.id);
  if (current?.digest === digest && holds(current.built, toolset)) return kept(current);
  const saved = await store.saveToolset(versionToSave(LOCAL, toolset, digest, await buildToolset(toolset), by));
  if (!saved.ok) throw new Error(`version of ${toolset.id} was not saved`);
  return kept(saved.version);
}

function kept({ version, built }: ToolsetVersion): KeptVersion {
  return { version, modules: parseBuilt(built).modules };
}
