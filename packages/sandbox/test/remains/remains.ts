// What may be left over: processes of a user, descriptors, mounts, temporary files, control groups. Other tests run at the
// same time, and other runs of the same test may: each counts by a user, a process and a folder of its own.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findControlGroups } from "../../src/limits/control-group.ts";

/** A user that no other test process has: one of the 5,000 from `first` on, which no machine gives to anybody. */
export function ownUser(first: number): number {
  return first + (process.pid % 5_000);
}

/** Numbers and command lines of the processes that run as this user. */
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

/** Mounts, as this process sees them, of what lies in a folder. */
export function mountsOf(folder: string): string[] {
  return readFileSync("/proc/self/mountinfo", "utf8")
    .trim()
    .split("\n")
    .filter((line) => line.includes(folder));
}

/** Temporary folders that sandboxes of this user made. */
export function temporaries(uid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => {
    const stats = statSync(join(tmpdir(), name), { throwIfNoEntry: false });
    return /^haft-[0-9a-f]{18}$/.test(name) && stats?.uid === uid;
  });
}

/** Control groups of a server's sandboxes. */
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
  for (let tries = 0; tries < 1_500 && !holds(found); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = await look();
  }
  if (!holds(found)) throw new Error(`${what}: ${JSON.stringify(found)}`);
}
