// `list_files`: what is in a folder of the workspace.

import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { join, posix } from "node:path";
import { globMatcher, type Json } from "@haft/sdk/wire";
import { type BuiltinTool, lookingTool, requireWorkspace } from "./builtin-tool.ts";
import { type IgnoredFiles, ignoredFiles } from "./ignored-files.ts";
import { PlaceError, placeAt, shownPath } from "./workspace-place.ts";

/** The most entries of one answer. */
const MOST = 1_000;
/** The most levels of folders. */
const DEEPEST = 8;

interface Listing {
  readonly root: string;
  readonly depth: number;
  readonly isMeant: (path: string) => boolean;
  readonly hidden: boolean;
  readonly signal: AbortSignal;
  readonly entries: Json[];
  more: boolean;
  /** Whether there are folders that were not looked into. */
  deeper: boolean;
}

/** The tool. */
export const listFiles: BuiltinTool = {
  descriptor: lookingTool(
    "list_files",
    "Lists files and folders of the workspace. Folders end in /. Files that .gitignore leaves out are not listed.",
    {
      path: { type: "string", description: "Folder, relative to the workspace.", default: "." },
      depth: { type: "integer", minimum: 1, maximum: DEEPEST, description: "How many levels of folders.", default: 2 },
      glob: { type: "string", description: "Only paths that match, relative to `path`, for example **/*.py." },
      hidden: { type: "boolean", description: "Also names that begin with a dot.", default: false },
    },
    [],
  ),
  async run(given, surroundings, signal) {
    const workspace = requireWorkspace(surroundings);
    const place = await placeAt(workspace, typeof given.path === "string" ? given.path : ".");
    if (!(await lstat(place.real)).isDirectory()) {
      throw new PlaceError("not_a_folder", `${place.path} is a file; read_file shows it`);
    }
    const root = await realpath(workspace);
    const listing: Listing = {
      root: place.real,
      depth: typeof given.depth === "number" ? given.depth : 2,
      isMeant: typeof given.glob === "string" ? matcherOf(given.glob) : () => true,
      hidden: given.hidden === true,
      signal,
      entries: [],
      more: false,
      deeper: false,
    };
    await list(listing, "", 1, await rulesAt(root, shownPath(root, place.real)));
    return { path: place.path, entries: listing.entries, ...notes(listing, given.glob !== undefined) };
  },
};

/** What the entries do not show. Without a glob the folders that were not looked into are among them. */
function notes({ more, deeper, depth }: Listing, hasGlob: boolean): Readonly<Record<string, string>> {
  if (more) return { truncated: `only the first ${MOST} entries; give a narrower path or a glob` };
  if (!deeper || !hasGlob) return {};
  const way = depth < DEEPEST ? `give a greater depth, up to ${DEEPEST}, or a path` : "give a path further in";
  return { unseen: `folders below level ${depth} were not looked into: ${way}` };
}

function matcherOf(glob: string): (path: string) => boolean {
  try {
    return globMatcher([posix.normalize(glob)]);
  } catch (error) {
    if (error instanceof RangeError) throw new PlaceError("invalid_glob", `\`glob\`: ${error.message}`);
    throw error;
  }
}

async function rulesAt(root: string, folder: string): Promise<IgnoredFiles> {
  let rules = await ignoredFiles(root);
  for (const name of folder.split("/").filter((each) => each !== "")) rules = await rules.below(name);
  return rules;
}

async function list(listing: Listing, folder: string, level: number, rules: IgnoredFiles): Promise<void> {
  for (const entry of await entriesOf(join(listing.root, folder))) {
    if (listing.more) return;
    listing.signal.throwIfAborted();
    const isFolder = entry.isDirectory();
    if ((entry.name.startsWith(".") && !listing.hidden) || rules.has(entry.name, isFolder)) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (listing.isMeant(path)) await add(listing, path, entry);
    if (!isFolder) continue;
    if (level < listing.depth) await list(listing, path, level + 1, await rules.below(entry.name));
    else listing.deeper = true;
  }
}

/** Folders that vanish or cannot be read have nothing in them. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function add(listing: Listing, path: string, entry: Dirent): Promise<void> {
  if (listing.entries.length >= MOST) {
    listing.more = true;
    return;
  }
  if (entry.isDirectory()) listing.entries.push({ path: `${path}/` });
  else if (entry.isSymbolicLink()) listing.entries.push({ path, link: true });
  else {
    const size = await lstat(join(listing.root, path)).then(
      (stats) => stats.size,
      () => null,
    );
    if (size !== null) listing.entries.push({ path, size });
  }
}
