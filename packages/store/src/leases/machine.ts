// Who is at work on this machine, and whether it still is: told by processes and when they were started, because the
// number of a process that has ended is given to another.

import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Machine, WorkerIdentity } from "@haft/engine/ports";

/**
 * `companions` are the processes that hold a worker's sandboxes: a worker is gone when they are gone as well. `place` tells
 * where its files are; default: on the machine, until it is started again.
 */
export function thisMachine(companions: () => readonly number[] = () => [], place?: () => string): Machine {
  const machine = machineName();
  return {
    identity() {
      const processes = [process.pid, ...companions()].map((pid) => ({ pid, started: startOf(pid) ?? "" }));
      return { machine, processes };
    },
    ...(place === undefined ? {} : { place }),
    isGone: (worker: WorkerIdentity) =>
      worker.machine === machine && worker.processes.every(({ pid, started }) => startOf(pid) !== started),
  };
}

/** The machine since it was started: after a restart all its processes are gone, which their start times show as well. */
function machineName(): string {
  return `${hostname()}:${read("/proc/sys/kernel/random/boot_id") ?? "unknown"}`;
}

/** When a process was started, in ticks since the machine was; undefined if it is gone or a zombie. */
function startOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return startWithoutProc(pid);
  // The second field, the name, may hold spaces and parentheses; the fields after the last one are plain.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
}

/** Without /proc only whether there is such a process can be told. */
function startWithoutProc(pid: number): string | undefined {
  if (process.platform === "linux") return undefined;
  try {
    process.kill(pid, 0);
    return "";
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
