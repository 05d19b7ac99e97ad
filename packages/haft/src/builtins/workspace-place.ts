// A path in a workspace, from what a model wrote to a file that is opened: relative, resolved through links, and refused
// where it leads out. What is opened is held against what was resolved, so that a link that is changed meanwhile leads
// nowhere.

import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, posix, relative, sep } from "node:path";

/** A path that cannot be used, told to the model. `name` is the error's type. */
export class PlaceError extends Error {
  constructor(type: "invalid_path" | "invalid_glob" | "not_found" | "not_a_file" | "not_a_folder", message: string) {
    super(message);
    this.name = type;
  }
}

/** Something in the workspace. */
export interface Place {
  /** As results name it: relative, with `/`. */
  readonly path: string;
  /** Where it really is, links resolved. */
  readonly real: string;
}

/** Resolves a path of a model's. Rejects with `PlaceError`. */
export async function placeAt(root: string, given: string): Promise<Place> {
  const path = relativePath(given);
  const base = await realpath(root).catch(() => {
    throw new PlaceError("not_found", "the workspace is gone");
  });
  const real = await realpath(join(base, path)).catch(() => {
    throw new PlaceError("not_found", `there is no ${path} in the workspace`);
  });
  if (real !== base && !real.startsWith(base + sep)) {
    throw new PlaceError("invalid_path", `${path} leads out of the workspace`);
  }
  return { path, real };
}

/** A path as it is shown; what is absolute, or goes above the workspace, is refused. */
export function relativePath(given: string): string {
  if (given.includes("\0")) throw new PlaceError("invalid_path", "a path holds no NUL character");
  if (isAbsolute(given)) {
    throw new PlaceError(
      "invalid_path",
      `${given} is absolute; paths are relative to the workspace, for example src/main.py`,
    );
  }
  const path = posix.normalize(given === "" ? "." : given).replace(/\/$/, "");
  if (path === ".." || path.startsWith("../")) {
    throw new PlaceError("invalid_path", `${given} leads out of the workspace; paths are relative to it`);
  }
  return path;
}

/** Opens a file for reading. Pipes and devices are not opened: they could be waited for without end. */
export async function openFile(root: string, place: Place): Promise<FileHandle> {
  const stats = await stat(place.real).catch(() => null);
  if (stats === null) throw new PlaceError("not_found", `there is no ${place.path} in the workspace`);
  if (stats.isDirectory())
    throw new PlaceError("not_a_file", `${place.path} is a folder; list_files shows what is in it`);
  if (!stats.isFile()) throw new PlaceError("not_a_file", `${place.path} is no ordinary file`);
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(place.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => {
    throw new PlaceError("not_found", `${place.path} cannot be opened`);
  });
  try {
    await holdAgainst(root, place, handle);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** What was opened must be the file that was resolved, and still lie in the workspace: a folder on the way may have become a link. */
async function holdAgainst(root: string, place: Place, handle: FileHandle): Promise<void> {
  const opened = await handle.stat();
  const again = await placeAt(root, place.path);
  const there = await stat(again.real).catch(() => null);
  const same = there !== null && there.ino === opened.ino && there.dev === opened.dev && opened.isFile();
  if (!same) throw new PlaceError("invalid_path", `${place.path} was changed while it was opened`);
}

/** How a real place is named to a model. */
export function shownPath(root: string, real: string): string {
  return relative(root, real).split(sep).join("/");
}
