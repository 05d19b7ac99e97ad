// What a path given on the command line is: one file, a folder of files, a project, or a bundle with a manifest.

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { languageOf } from "./tool-files.ts";
import { toolsetId } from "./toolset-id.ts";

/** Where the sources of a toolset are. */
export interface ToolsetPlace {
  readonly kind: "file" | "folder" | "bundle";
  /** The id of the toolset. A manifest's name comes before it. */
  readonly id: string;
  /** The path as it was given, made absolute. */
  readonly path: string;
  /** The folder that the path belongs to: of a project or bundle the one above `tools/`. */
  readonly root: string;
  /** The folder of the sources. */
  readonly folder: string;
  /** The one file that is meant; absent: all of the folder. */
  readonly only?: string;
  /** The manifest, of a bundle. */
  readonly manifest?: string;
}

/** A path that is no toolset: what was found, and what would be one. */
export class NoToolset extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = "NoToolset";
    this.hint = hint;
  }
}

const MANIFESTS = ["skill.toml", "haft.toml"];

function placeOfFile(path: string): ToolsetPlace {
  const name = basename(path);
  if (languageOf(name) === undefined) {
    throw new NoToolset(
      `${name} is not a file of tools`,
      "tools are read from *.py, *.tools.ts and *.tool.ts; rename the file, or name a folder",
    );
  }
  const folder = dirname(path);
  const root = basename(folder) === "tools" ? dirname(folder) : folder;
  return { kind: "file", id: toolsetId(path), path, root, folder, only: name };
}

function placeOfFolder(path: string): ToolsetPlace {
  const manifest = MANIFESTS.find((name) => existsSync(join(path, name)));
  const tools = join(path, "tools");
  const hasTools = existsSync(tools) && statSync(tools).isDirectory();
  const root = !hasTools && basename(path) === "tools" ? dirname(path) : path;
  return {
    kind: manifest === undefined ? "folder" : "bundle",
    id: toolsetId(root),
    path,
    root,
    folder: hasTools ? tools : path,
    ...(manifest === undefined ? {} : { manifest: join(path, manifest) }),
  };
}

/** What lies at a path. Throws `NoToolset` where nothing does, or nothing that can hold tools. */
export function locate(given: string, from: string): ToolsetPlace {
  const path = resolve(from, given);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new NoToolset(`there is no file or folder ${given}`, "check the spelling, or run the command where it lies");
  return stats.isDirectory() ? placeOfFolder(path) : placeOfFile(path);
}
