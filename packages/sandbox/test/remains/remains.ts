// What may be left over: processes of a user, descriptors, mounts, temporary files, control groups.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findControlGroups } from "../../src/limits/control-group.ts";

/** Command lines of the processes that run as this user. */
export function processesOf(uid: number): string[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) !== uid || /^State:\s+Z/m.test(status)) return [];
      return [`${name} ${readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 120)}`];
    } catch {
      return [];
    }
  });
}

/** Open descriptors of this process, without those that the listing itself opens. */
export function descriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

/** Mounts of this process. */
export function mounts(): string[] {
  return readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
}

/** Temporary folders that sandboxes of this user made. */
export function temporaries(uid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => {
    const stats = statSync(join(tmpdir(), name), { throwIfNoEntry: false });
    return /^haft-[0-9a-f]{18}$/.test(name) && stats?.uid === uid;
  });
}

/** Control groups of this process's sandboxes, or of any that ended. */
export async function controlGroups(pid: number): Promise<string[]> {
  const groups = await findControlGroups();
  return [groups?.memory, groups?.tasks].flatMap((folder) =>
    folder === undefined ? [] : readdirSync(folder).filter((name) => name.startsWith(`haft-${pid}-`)),
  );
}

/** Waits for a condition, not for a time; fails with what is there instead. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  holds: (found: T) => boolean,
  what: string,
): Promise<void> {
  let found = await look();
  for (let tries = 0; tries < 250 && !holds(found); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = await look();
  }
  if (!holds(found)) throw new Error(`${what}: ${JSON.stringify(found)}`);
}
