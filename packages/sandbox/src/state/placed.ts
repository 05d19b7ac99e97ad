// Copies, by digest, of what sandboxes mount: written once, complete or not at all, under names that say nothing.

import { createHash } from "node:crypto";
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { stateSubfolder } from "./state-folder.ts";

/** SHA-256 in hex, shortened to what is needed to tell contents apart. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 40);
}

/** Lets everybody read what was made here, whatever the server's umask. Links are left alone. */
export function openToRead(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  if (!stats.isDirectory()) {
    chmodSync(path, (stats.mode & 0o111) === 0 ? 0o644 : 0o755);
    return;
  }
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) openToRead(join(path, name));
}

/** What makes something at `target` unless it is there: into a name of its own first, so that a kill leaves nothing half-made. */
function placeOnce(target: string, make: (unfinished: string) => void, open = true): string {
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    make(unfinished);
    if (open) openToRead(unfinished);
    renameSync(unfinished, target);
  } catch (fault) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another server may have been first.
    if (!existsSync(target)) throw fault;
  }
  return target;
}

/** A file with this content. */
export function placeText(state: string, content: string | Uint8Array, ending = ""): string {
  const target = join(stateSubfolder(state, "files"), digestOf(content) + ending);
  return placeOnce(target, (unfinished) => writeFileSync(unfinished, content, { mode: 0o644 }));
}

/** A folder with these files; names may hold `/`. */
export function placeFolder(state: string, files: Readonly<Record<string, string>>): string {
  const names = Object.keys(files).sort();
  const digest = digestOf(...names.flatMap((name) => [name, files[name] ?? ""]));
  return placeOnce(join(stateSubfolder(state, "folders"), digest), (unfinished) => {
    mkdirSync(unfinished, { mode: 0o755 });
    for (const name of names) {
      if (name.split("/").some((part) => part === "" || part === "." || part === ".."))
        throw new Error(`${name} is no name for a file of a toolset`);
      const path = join(unfinished, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
      writeFileSync(path, files[name] ?? "", { mode: 0o644 });
    }
  });
}

/** Pipes, sockets and devices are no part of a package, and opening one may never end. */
function isKept(path: string): boolean {
  const stats = lstatSync(path);
  return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
}

/** A copy of a program or a folder of packages, known again by its place, size and times; linked where the disk allows it. */
export function placeCopy(state: string, source: string): string {
  const real = realpathSync(source);
  const stats = statSync(real);
  const digest = digestOf(real, `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`);
  return placeOnce(join(stateSubfolder(state, "copies"), digest), (unfinished) => {
    if (stats.isDirectory()) {
      // Links stay links, as they are where a folder is mounted itself: followed by root, one could lead to any file.
      cpSync(real, unfinished, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: isKept });
      return;
    }
    copyFileSync(real, unfinished, constants.COPYFILE_FICLONE);
  });
}

/** As `placeCopy` for one file, without using its space twice where the file system has links and everybody may run it. */
export function placeLink(state: string, source: string): string {
  const real = realpathSync(source);
  const stats = statSync(real);
  if ((stats.mode & 0o005) !== 0o005) return placeCopy(state, real);
  const digest = digestOf(real, `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}`);
  const make = (unfinished: string) => {
    try {
      linkSync(real, unfinished);
    } catch {
      copyFileSync(real, unfinished, constants.COPYFILE_FICLONE);
      chmodSync(unfinished, 0o755);
    }
  };
  return placeOnce(join(stateSubfolder(state, "copies"), digest), make, false);
}
