// A control group for one sandbox: memory and tasks of everything in it together, by version 1 or version 2.
//
// A group is entered before anything in the sandbox runs, and removed when nothing of it is left. A server that was
// killed leaves empty groups; the next server that looks for groups removes them.

import { readFileSync } from "node:fs";
import { mkdir, readdir, rmdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const MIB = 1024 * 1024;
/** The sandbox's own 64 threads and processes, and the two that bubblewrap adds. */
const TASKS = 66;
const PREFIX = "haft-";
const REMOVE_TRIES = 100;
const REMOVE_PAUSE_MS = 20;

/** Where groups can be made. */
export interface ControlGroups {
  readonly version: 1 | 2;
  /** Folder of the memory controller in which groups are made. */
  readonly memory: string;
  /** Version 1: folder of the tasks' controller, where there is one. */
  readonly tasks: string | undefined;
}

/** One group. */
export interface ControlGroup {
  /** Moves a process in, with all that it will start. */
  enter(pid: number): Promise<void>;
  /** Whether the kernel has killed something in it for its memory. */
  outOfMemory(): boolean;
  /** Removes it; waits for its last process. */
  remove(): Promise<void>;
}

let counter = 0;

/** Finds where groups can be made, by making one; undefined where none can. */
export async function findControlGroups(): Promise<ControlGroups | undefined> {
  for (const found of candidates()) {
    try {
      await sweep(found);
      const group = await createControlGroup(found, 64);
      await group.remove();
      return found;
    } catch {
      // Not ours to write: the next one.
    }
  }
  return undefined;
}

/** Makes a group with these limits. */
export async function createControlGroup(groups: ControlGroups, memoryMiB: number): Promise<ControlGroup> {
  counter += 1;
  const name = `${PREFIX}${process.pid}-${counter}-${Date.now().toString(36)}`;
  const memory = join(groups.memory, name);
  const tasks = groups.tasks === undefined ? undefined : join(groups.tasks, name);
  const folders = [memory, ...(tasks === undefined ? [] : [tasks])];
  const bytes = String(memoryMiB * MIB);
  try {
    await Promise.all(folders.map((folder) => mkdir(folder)));
    if (groups.version === 1) {
      await writeFile(join(memory, "memory.limit_in_bytes"), bytes);
      await attempt(join(memory, "memory.memsw.limit_in_bytes"), bytes);
      if (tasks !== undefined) await writeFile(join(tasks, "pids.max"), String(TASKS));
    } else {
      await writeFile(join(memory, "memory.max"), bytes);
      await attempt(join(memory, "memory.swap.max"), "0");
      await attempt(join(memory, "pids.max"), String(TASKS));
    }
  } catch (fault) {
    await Promise.all(folders.map((folder) => rmdir(folder).catch(() => {})));
    throw fault;
  }
  // Asked again when the group is gone.
  let killed = false;
  return {
    enter: async (pid) => {
      await Promise.all(folders.map((folder) => writeFile(join(folder, "cgroup.procs"), String(pid))));
    },
    outOfMemory: () => killed || kills(groups.version, memory) > 0,
    remove: async () => {
      killed ||= kills(groups.version, memory) > 0;
      await Promise.all(folders.map(removeFolder));
    },
  };
}

/** Removes groups of servers that are no more. */
async function sweep(groups: ControlGroups): Promise<void> {
  for (const folder of [groups.memory, groups.tasks]) {
    if (folder === undefined) continue;
    for (const name of await readdir(folder)) {
      const pid = /^haft-(\d+)-/.exec(name)?.[1];
      if (pid !== undefined && !alive(Number(pid))) await rmdir(join(folder, name)).catch(() => {});
    }
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}

async function attempt(file: string, text: string): Promise<void> {
  // Not every kernel counts swap or tasks; the limit of memory itself is in force.
  await writeFile(file, text).catch(() => {});
}

async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; tries < REMOVE_TRIES; tries += 1) {
    try {
      await rmdir(folder);
      return;
    } catch (fault) {
      if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return;
      await new Promise((resolve) => setTimeout(resolve, REMOVE_PAUSE_MS));
    }
  }
}

function kills(version: 1 | 2, folder: string): number {
  try {
    const text = readFileSync(join(folder, version === 1 ? "memory.oom_control" : "memory.events"), "utf8");
    return Number(/^oom_kill (\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Folders of this process's own groups, version 1 first: where both are mounted, its controllers are in use. */
function candidates(): ControlGroups[] {
  let own: string;
  let mounts: string;
  try {
    own = readFileSync("/proc/self/cgroup", "utf8");
    mounts = readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return [];
  }
  const found: ControlGroups[] = [];
  const memory = folderOf(own, mounts, "memory");
  if (memory !== undefined) found.push({ version: 1, memory, tasks: folderOf(own, mounts, "pids") });
  const unified = folderOf(own, mounts, undefined);
  if (unified !== undefined) found.push({ version: 2, memory: unified, tasks: undefined });
  return found;
}

/** The folder of this process in the hierarchy of a controller; undefined controller: version 2. */
export function folderOf(own: string, mounts: string, controller: string | undefined): string | undefined {
  const line = own
    .split("\n")
    .map((one) => /^\d+:([^:]*):(.*)$/.exec(one))
    .find((match) => match && (controller === undefined ? match[1] === "" : match[1]?.split(",").includes(controller)));
  const path = line?.[2];
  if (path === undefined) return undefined;
  for (const mount of mounts.split("\n")) {
    const [left, right] = mount.split(" - ");
    const [type, , options] = right?.split(" ") ?? [];
    const [, , , root, place] = left?.split(" ") ?? [];
    if (root === undefined || place === undefined) continue;
    const fits =
      controller === undefined ? type === "cgroup2" : type === "cgroup" && options?.split(",").includes(controller);
    // In a container the mount shows a part of the hierarchy, and the path is told from the machine's root.
    if (fits) return resolve(join(place, path.startsWith(root) ? path.slice(root === "/" ? 0 : root.length) : path));
  }
  return undefined;
}
