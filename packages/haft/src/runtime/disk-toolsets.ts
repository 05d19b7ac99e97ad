// The toolset at a path on disk, read again when something of it has changed: a model step of an unchanged project costs a
// look at its files, not a reading.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Reader } from "@haft/contract";
import type { Store } from "@haft/engine";
import { loadAt } from "../toolsets/open-toolsets.ts";
import { namedPackages } from "../toolsets/package-environment.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";
import { type KeptVersion, keepVersion } from "./keep-version.ts";
import type { LocalSettings } from "./local-settings.ts";

/** A toolset as it is on disk now, and the version under which the store keeps it. */
export interface DiskToolset extends KeptVersion {
  readonly toolset: LoadedToolset;
}

/** Reads toolsets, and remembers what it read while nothing changes. */
export interface DiskToolsets {
  at(settings: Pick<LocalSettings, "path" | "environment">, by: string): Promise<DiskToolset>;
}

/** A reader of toolsets that remembers. */
export function diskToolsets(reader: Reader, store: Pick<Store, "toolset" | "saveToolset">): DiskToolsets {
  const known = new Map<string, { readonly stamp: string; readonly read: DiskToolset }>();
  return {
    async at({ path, environment }, by) {
      const key = `${path}\0${environment?.folder ?? ""}`;
      const before = known.get(key);
      if (before !== undefined && (await stampOf(before.read.toolset)) === before.stamp) return before.read;
      const packages =
        environment === undefined ? {} : { packages: await namedPackages(environment.name, environment.folder) };
      const toolset = await loadAt(reader, path, packages);
      const stamp = await stampOf(toolset);
      const read = { toolset, ...(await keepVersion(store, toolset, by)) };
      known.set(key, { stamp, read });
      return read;
    },
  };
}

/** What changes when a file of the folder is changed, made or removed, or the manifest is. */
async function stampOf({ place }: LoadedToolset): Promise<string> {
  const names = (await readdir(place.folder)).map((name) => join(place.folder, name));
  const paths = [...names, ...(place.manifest === undefined ? [] : [place.manifest])];
  const states = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size, mtimeMs, ino }) => `${path} ${size} ${mtimeMs} ${ino}`,
        () => path,
      ),
    ),
  );
  return states.sort().join("\n");
}
