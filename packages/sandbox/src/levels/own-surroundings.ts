// What the server itself lives in: a report from inside means something only against it.

import { readFileSync, readlinkSync } from "node:fs";

/** Namespaces and filters of this process. */
export interface OwnSurroundings {
  /** Name to identity, as `readlink /proc/self/ns/*` gives it. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Filters in force already (a container's): inherited by everything. */
  readonly filters: number;
}

const NAMES = ["mnt", "pid", "net", "ipc", "uts", "user", "cgroup"];

/** Reads them; empty where there is no `/proc`. */
export function ownSurroundings(): OwnSurroundings {
  const namespaces: Record<string, string> = {};
  for (const name of NAMES) {
    try {
      namespaces[name] = readlinkSync(`/proc/self/ns/${name}`);
    } catch {
      // Not Linux, or a kernel without it.
    }
  }
  return { namespaces, filters: statusNumber("Seccomp_filters") };
}

function statusNumber(field: string): number {
  try {
    const line = new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(readFileSync("/proc/self/status", "utf8"));
    return Number(line?.[1] ?? 0);
  } catch {
    return 0;
  }
}
