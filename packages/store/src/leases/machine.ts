// Who is at work on this machine, and whether it still is.
//
// A worker is known by the number of its process, when that was started, and the space in which processes have such numbers.
// What it starts is known by its mark, which stands in the command line of every process that can run a line of a tool, from
// before that line runs until it has ended. So nothing has to be written down when a process takes the place of another, and
// nothing can be forgotten.

import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Machine, WorkerIdentity } from "@haft/engine/ports";
import { isAnyMarked, look, ownSpace } from "./processes.ts";

/** This machine, as this process sees it and is seen. */
export interface ThisMachine extends Machine {
  /**
   * One word for the command line of everything that this process starts to run tools: while one of them is there, nobody
   * takes this worker for gone. Undefined: nobody would see it, and leases run out instead.
   */
  readonly mark: string | undefined;
}

/** `place` tells where its files are; default: on the machine, until it is started again. */
export function thisMachine(place?: () => string): ThisMachine {
  const boot = bootOf();
  const machine = `${hostname()}:${boot ?? "unknown"}`;
  const space = boot === undefined ? undefined : ownSpace();
  const own = space === undefined ? undefined : startOf(process.pid);
  const identity = { machine, processes: own === undefined ? [] : [{ pid: process.pid, started: `${own}@${space}` }] };
  /** Who is gone never comes back. */
  const gone = new Set<string>();
  return {
    identity: () => identity,
    ...(place === undefined ? {} : { place }),
    mark: identity.processes.map(markOf)[0],
    isGone({ machine: where, processes }) {
      if (space === undefined || where !== machine || processes.length === 0) return false;
      if (!processes.every(({ started }) => started.endsWith(`@${space}`))) return false;
      const who = processes.map(markOf).join(" ");
      if (!gone.has(who) && hasEnded(processes)) gone.add(who);
      return gone.has(who);
    },
  };
}

type Known = WorkerIdentity["processes"][number];

/** The machine since it was started: after that all its processes are gone. */
function bootOf(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}

function markOf({ pid, started }: Known): string {
  return `haft-worker=${pid}.${started}`;
}

function ticksOf({ started }: Known): string {
  return started.split("@")[0] ?? "";
}

function startOf(pid: number): string | undefined {
  try {
    return look(pid)?.started;
  } catch {
    return undefined;
  }
}

/** The worker first: what starts others is not there any more when these are looked for. */
function hasEnded(processes: readonly Known[]): boolean {
  try {
    if (processes.some(isThere)) return false;
    return !isAnyMarked(processes.map(markOf), Math.min(...processes.map((one) => Number(ticksOf(one)))));
  } catch {
    return false;
  }
}

function isThere(known: Known): boolean {
  const seen = look(known.pid);
  return seen?.started === ticksOf(known) && !seen.over;
}
