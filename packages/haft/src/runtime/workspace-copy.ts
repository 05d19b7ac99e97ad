// The workspace of a local call: a private copy of the folder that was named, so that the source is never modified.

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { writableFolder } from "@haft/sandbox/folders";
import { CommandError } from "../session/command-error.ts";

/** At most this much is copied. */
const MAX_BYTES = 500 * 1024 * 1024;

/** One copying: where from, where to, what is left out, and who the copy belongs to. */
interface Copying {
  readonly source: string;
  readonly target: string;
  /** The data folder, which may lie in the source: it holds the copies themselves. */
  readonly data: string;
  readonly owner: Stats;
  readonly most: number;
  bytes: number;
}

function requireFolder(source: string): void {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new CommandError("not_found", `the workspace ${source} is no folder`, {
    hint: "name one that exists: --workspace DIR",
    usage: true,
  });
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** A path without links as far as it exists. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOf(above), relative(above, path));
  }
}

/** A link is copied as it is, so it must lead to the same place in the copy: relative, and to something in the tree. */
function copyLink(copying: Copying, name: string): void {
  const from = join(copying.source, name);
  const target = readlinkSync(from);
  const leads = realOf(resolve(dirname(from), target));
  if (isAbsolute(target) || !isWithin(leads, copying.source)) {
    throw new CommandError("invalid_workspace", `the link ${name} in the workspace leads out of it, to ${target}`, {
      hint: `remove the link, or put the thing itself in its place: ${from}`,
      usage: true,
    });
  }
  symlinkSync(target, join(copying.target, name));
}

function copyFile(copying: Copying, name: string, stats: Stats): void {
  copying.bytes += stats.size;
  if (copying.bytes > copying.most) {
    const megabytes = Math.round(copying.most / 1024 / 1024);
    throw new CommandError("too_large", `the workspace ${copying.source} holds more than ${megabytes} MB`, {
      hint: "name a smaller folder: --workspace DIR",
      usage: true,
    });
  }
  const to = join(copying.target, name);
  copyFileSync(join(copying.source, name), to);
  if (process.getuid?.() === 0) chownSync(to, copying.owner.uid, copying.owner.gid);
  chmodSync(to, (stats.mode & 0o777) | 0o600);
}

/** `name`: relative to the source; empty: the source itself. Pipes, sockets and devices are left out. */
function copyFolder(copying: Copying, name: string): void {
  for (const entry of readdirSync(join(copying.source, name)).sort()) {
    const each = join(name, entry);
    const from = join(copying.source, each);
    if (from === copying.data) continue;
    const stats = lstatSync(from);
    if (stats.isSymbolicLink()) copyLink(copying, each);
    else if (stats.isFile()) copyFile(copying, each, stats);
    else if (stats.isDirectory()) {
      const to = join(copying.target, each);
      mkdirSync(to, { mode: 0o700 });
      if (process.getuid?.() === 0) chownSync(to, copying.owner.uid, copying.owner.gid);
      copyFolder(copying, each);
      chmodSync(to, (stats.mode & 0o777) | 0o700);
    }
  }
}

/** Copies a folder to a place that the sandbox can write to, and gives that place. */
export function copyWorkspace(
  folder: string,
  dataFolder: string,
  user: string | undefined,
  most: number = MAX_BYTES,
): string {
  requireFolder(folder);
  const source = realpathSync(folder);
  const data = realOf(dataFolder);
  if (isWithin(source, data)) {
    throw new CommandError("invalid_workspace", `the workspace ${folder} lies in Haft's own data folder, ${data}`, {
      hint: "name another folder: --workspace DIR",
      usage: true,
    });
  }
  const name = `ws_${randomBytes(8).toString("hex")}`;
  const target = writableFolder({ wanted: join(data, "work", name), ...(user === undefined ? {} : { user }) });
  try {
    copyFolder({ source, target, data, owner: statSync(target), most, bytes: 0 }, "");
  } catch (error) {
    // Half a copy is of no use to anybody.
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  return target;
}
