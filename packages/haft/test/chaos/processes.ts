// Processes of this machine, as /proc tells of them: those below another, and those whose sandboxes see a folder.

import { readdirSync, readFileSync } from "node:fs";

/** Numbers of the processes that a process has started and that are still there. */
export function childrenOf(pid: number): readonly number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.flatMap((task) => numbers(readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")));
  } catch {
    return [];
  }
}

/** The launcher of a worker; undefined while it has none. */
export function launcherOf(worker: number): number | undefined {
  return childrenOf(worker).find((pid) => commandOf(pid).includes("--max-old-space-size=64"));
}

/** Sandboxes that see something below a folder. */
export function sandboxesOn(folder: string): readonly string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/mountinfo`, "utf8").includes(`${folder}/.haft/`);
    } catch {
      return false;
    }
  });
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function numbers(text: string): number[] {
  return text.split(" ").filter(Boolean).map(Number);
}
