// The limits that this process is under itself: what it starts can have less, not more.

import { readFileSync } from "node:fs";

const NAMES: Readonly<Record<string, string>> = {
  RLIMIT_CORE: "Max core file size",
  RLIMIT_NOFILE: "Max open files",
  RLIMIT_FSIZE: "Max file size",
  RLIMIT_CPU: "Max cpu time",
  RLIMIT_NPROC: "Max processes",
  RLIMIT_AS: "Max address space",
};

/** Hard limits by name, of a text like `/proc/self/limits`; one that is missing has no limit. */
export function hardLimits(text: string = readLimits()): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, title] of Object.entries(NAMES)) {
    const line = text.split("\n").find((each) => each.startsWith(`${title} `));
    const hard = line?.slice(title.length).trim().split(/\s+/)[1];
    if (hard !== undefined && /^\d+$/.test(hard)) found[name] = Number(hard);
  }
  return found;
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    // Only Linux has it.
    return "";
  }
}
