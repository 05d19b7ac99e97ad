// What the source of a parked call is now, on disk, to compare with the source that parked it (I6).

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceDigest } from "@haft/contract";
import type { CurrentSource, RunnerCall, Sources, Store } from "@haft/engine";
import { BUILTIN } from "../builtins/index.ts";
import { locate } from "../toolsets/locate.ts";
import { moduleOf } from "./kept-version.ts";
import { parseSettings } from "./local-settings.ts";

/** Reads the files that the digest of the call's module covers, and nothing else. */
export function localSources(store: Pick<Store, "toolset">): Sources {
  return {
    async current(call: RunnerCall): Promise<CurrentSource | null> {
      if (call.toolset === BUILTIN) return { version: call.version, digest: call.digest };
      const settings = parseSettings(call.settings);
      if (settings.toolset !== undefined && settings.toolset !== call.toolset) return inStore(store, call);
      const kept = await store.toolset(call.tenant, call.toolset, call.version);
      if (kept === null) return null;
      const module = moduleOf(kept.built, call.tool);
      if (module === undefined) return null;
      const { file, imports } = module;
      try {
        const { folder } = locate(settings.path, "/");
        const names = [file, ...imports];
        const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
        const digest = sourceDigest(
          file,
          imports,
          Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])),
        );
        return { version: digest === call.digest ? call.version : `${call.version}+`, digest };
      } catch {
        return null;
      }
    },
  };
}

/** A toolset that is not the project's own is what the store has of it now. */
async function inStore(store: Pick<Store, "toolset">, call: RunnerCall): Promise<CurrentSource | null> {
  const kept = await store.toolset(call.tenant, call.toolset);
  const module = kept === null ? undefined : moduleOf(kept.built, call.tool);
  return kept === null || module === undefined ? null : { version: kept.version, digest: module.digest };
}
