// Which files a source may see: itself, its siblings from memory, and the declarations of installed packages on disk.

import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** What is read with a source. */
export interface ModuleRequest {
  readonly file: string;
  readonly text: string;
  readonly siblings?: Readonly<Record<string, string>> | undefined;
  readonly packagesFrom?: string | undefined;
}

/** Files as the compiler sees them during one reading. */
export interface ModuleFiles {
  /** The source's own path. */
  readonly main: string;
  readonly folder: string;
  /** The text of the source or of a sibling. */
  own(path: string): string | undefined;
  /** A package's file: its text and a stamp that changes when it does. */
  packaged(path: string): { readonly text: () => string; readonly stamp: string } | undefined;
  isFolder(path: string): boolean;
  realPath(path: string): string;
}

/** Lays a request out as files. Outside `node_modules` nothing is read from disk. */
export function moduleFiles(request: ModuleRequest): ModuleFiles {
  const folder = resolve(request.packagesFrom ?? "/haft/tools");
  const main = join(folder, basename(request.file));
  const own = new Map<string, string>();
  for (const [name, text] of Object.entries(request.siblings ?? {})) own.set(join(folder, basename(name)), text);
  own.set(main, request.text);
  const onDisk = request.packagesFrom !== undefined;
  return {
    main,
    folder,
    own: (path) => own.get(path),
    packaged: (path) => (onDisk && isPackaged(path) ? fileOnDisk(path) : undefined),
    isFolder: (path) => isAncestor(path, folder) || (onDisk && isPackaged(path) && isFolderOnDisk(path)),
    realPath: (path) => (onDisk && isPackaged(path) ? realPackagePath(path) : path),
  };
}

function isPackaged(path: string): boolean {
  return path.includes("/node_modules/") || path.endsWith("/node_modules");
}

function isAncestor(path: string, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (at === path) return true;
    if (at === dirname(at)) return false;
  }
}

function fileOnDisk(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return undefined;
  return { text: () => readFileSync(path, "utf8"), stamp: `${stats.mtimeMs}:${stats.size}` };
}

function isFolderOnDisk(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

// A linked package stays where it is linked: what lies outside `node_modules` is not read.
function realPackagePath(path: string): string {
  try {
    const real = realpathSync(path);
    return isPackaged(real) ? real : path;
  } catch {
    return path;
  }
}
