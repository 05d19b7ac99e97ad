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

/** A process with the time of its start: the number of one that has ended is given to another. */
export function identityOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : `${pid}:${rest[18]}`;
  } catch {
    return undefined;
  }
}

/** Every process below one, with the times of their starts. */
export function below(pid: number): readonly string[] {
  return childrenOf(pid).flatMap((child) => [identityOf(child), ...below(child)].filter((one) => one !== undefined));
}

/** Those of them that are still there. */
export function alive(identities: readonly string[]): readonly string[] {
  return identities.filter((one) => identityOf(Number(one.split(":")[0])) === one);
}
