// Reads the toolset that lies at a path: its sources, and the manifest of a bundle.

import { basename, dirname, join } from "node:path";
import { type Diagnostic, type FolderFile, type Reader, readFolder } from "@haft/contract";
import type { Manifest } from "@haft/contract/manifest";
import type { ToolsetPlace } from "./locate.ts";
import { type Packages, projectPackages } from "./package-environment.ts";
import type { readBundle } from "./read-bundle.ts";
import { requireText } from "./source-file.ts";
import { sourceFilesOf } from "./tool-files.ts";
import { unreserved } from "./toolset-id.ts";

/** A toolset as it was read from disk. */
export interface LoadedToolset {
  readonly id: string;
  readonly place: ToolsetPlace;
  readonly packages: Packages;
  /** Every text of the folder, by name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly FolderFile[];
  /** Of the sources and the manifest; `file` is the name in the folder, or the manifest's own. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that diagnostics point into and that are no sources, by the name they use: the manifest, the prompt. */
  readonly otherTexts: Readonly<Record<string, string>>;
  /** Of a bundle. */
  readonly manifest?: Manifest;
}

/** Settings of reading one toolset. */
export interface LoadOptions {
  readonly provider?: string;
  /** The packages to use instead of the project's own. */
  readonly packages?: Packages;
}

/** Reads a toolset. Faults of its author are diagnostics. */
export async function readToolset(reader: Reader, place: ToolsetPlace, options: LoadOptions): Promise<LoadedToolset> {
  const packages = options.packages ?? (await projectPackages(place.root));
  const { texts, diagnostics: unreadable } = await sourceFilesOf(place.folder, place.root, place.only);
  const manifest = place.manifest === undefined ? undefined : await readManifestOf(place.manifest);
  const { files, diagnostics } = await readFolder(reader, {
    files: texts,
    ...(place.only === undefined ? {} : { only: [place.only] }),
    ...(packages.packagesFrom === undefined ? {} : { packagesFrom: packages.packagesFrom }),
    ...(packages.interpreter === undefined ? {} : { python: packages.interpreter }),
    ...(options.provider === undefined ? {} : { provider: options.provider }),
    ...(manifest === undefined ? {} : { timeoutSeconds: manifest.read.manifest.timeoutSeconds }),
  });
  const bundle = manifest === undefined ? undefined : await readBundleOf(place.root, manifest, files, texts);
  return {
    id: unreserved(manifest?.read.manifest.name || place.id),
    place,
    packages,
    texts,
    files,
    diagnostics: [...(bundle?.diagnostics ?? []), ...unreadable, ...diagnostics],
    otherTexts: bundle?.texts ?? {},
    ...(manifest === undefined ? {} : { manifest: manifest.read.manifest }),
  };
}

/** Loaded for a bundle only: with it come Ajv and the readers of TOML. */
const readBundleOf: typeof readBundle = async (...parts) => (await import("./read-bundle.ts")).readBundle(...parts);

async function readManifestOf(path: string) {
  const { readManifest } = await import("@haft/contract/manifest");
  const file = basename(path);
  const text = await requireText(path, dirname(path));
  return { file, text, read: readManifest(text, file) };
}

/** The path of a name that a diagnostic uses. */
export function pathOf(toolset: LoadedToolset, file: string): string {
  return join(file in toolset.otherTexts ? toolset.place.root : toolset.place.folder, file);
}
