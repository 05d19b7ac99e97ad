// Who is at work on this machine, and whether it still is.
//
// A worker is known by the number of its process and when that was started. What it starts is known by its mark, which
// stands in the command line of every process that can run a line of a tool, from before that line runs until it has ended.
// So nothing has to be written down when a process takes the place of another, and nothing can be forgotten.

import { hostname } from "node:os";
import type { Machine, WorkerIdentity } from "@haft/engine/ports";
import { isAnyMarked, look, ownNumbers } from "./processes.ts";

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
  const numbers = ownNumbers();
  const own = numbers === undefined ? undefined : startOf(process.pid);
  const machine = `${hostname()}:${numbers ?? "unknown"}`;
  const identity = { machine, processes: own === undefined ? [] : [{ pid: process.pid, started: own }] };
  /** Who is gone never comes back. */
  const gone = new Set<string>();
  return {
    identity: () => identity,
    ...(place === undefined ? {} : { place }),
    mark: identity.processes.map(markOf)[0],
    isGone(worker) {
      if (numbers === undefined || worker.machine !== machine || worker.processes.length === 0) return false;
      const who = worker.processes.map(markOf).join(" ");
      if (!gone.has(who) && hasEnded(worker.processes)) gone.add(who);
      return gone.has(who);
    },
  };
}

type Known = WorkerIdentity["processes"][number];

function markOf({ pid, started }: Known): string {
  return `haft-worker=${pid}.${started}`;
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
    return !isAnyMarked(processes.map(markOf), Math.min(...processes.map(({ started }) => Number(started))));
  } catch {
    return false;
  }
}

function isThere({ pid, started }: Known): boolean {
  const seen = look(pid);
  return seen?.started === started && !seen.over;
}
