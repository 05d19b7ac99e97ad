// What the source of a parked call is now, to compare with the source that parked it (I6): on disk of the project's own
// toolset, in the store of another one, and the version itself where the agent is bound to it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceDigest } from "@haft/contract";
import type { AgentTools, CurrentSource, RunnerCall, Sources, Store } from "@haft/engine";
import { BUILTIN } from "../builtins/index.ts";
import type { BuiltModule } from "../toolsets/built-toolset.ts";
import { locate } from "../toolsets/locate.ts";
import { formDigest } from "./form-digest.ts";
import { moduleOf } from "./kept-version.ts";
import { parseSettings } from "./local-settings.ts";

/** Reads the files that the digest of the call's module covers, and nothing else. */
export function localSources(store: Pick<Store, "toolset">): Sources {
  return {
    async current(call: RunnerCall): Promise<CurrentSource | null> {
      const { tenant, toolset, version, digest, tool } = call;
      if (toolset === BUILTIN) return { version, digest };
      const kept = await store.toolset(tenant, toolset, version);
      const module = kept === null ? undefined : moduleOf(kept.built, tool);
      if (module === undefined) return null;
      if (isPinned(call)) return { version, digest };
      const settings = parseSettings(call.settings);
      const own = settings.toolset === undefined || settings.toolset === toolset;
      return own ? onDisk(settings.path, call, module) : inStore(store, call, module);
    },
  };
}

/** Whether the agent is bound to the version of the call: then no newer one is current for it. */
function isPinned({ agent, toolset, tool, version }: RunnerCall): boolean {
  // Written by whoever created the run, from a definition that was parsed then.
  const tools = Array.isArray(agent?.tools) ? (agent.tools as unknown as AgentTools[]) : [];
  const binding = tools.find((each) => each.toolset === toolset && (each.tools?.includes(tool) ?? true));
  return binding?.version === version;
}

async function onDisk(path: string, call: RunnerCall, module: BuiltModule): Promise<CurrentSource | null> {
  const { file, imports } = module;
  try {
    const { folder } = locate(path, "/");
    const names = [file, ...imports];
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const files = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
    const digest = sourceDigest(file, imports, files);
    const same = digest === module.digest;
    return same ? { version: call.version, digest: call.digest } : { version: `${call.version}+`, digest };
  } catch {
    return null;
  }
}

/** A toolset that is not the project's own is what the store has of it now. */
async function inStore(
  store: Pick<Store, "toolset">,
  call: RunnerCall,
  before: BuiltModule,
): Promise<CurrentSource | null> {
  const kept = await store.toolset(call.tenant, call.toolset);
  const module = kept === null ? undefined : moduleOf(kept.built, call.tool);
  if (kept === null || module === undefined) return null;
  // A newer version for the sake of another file is none of this call's.
  if (module.digest === before.digest) return { version: call.version, digest: call.digest };
  return { version: kept.version, digest: formDigest(module) };
}
