// Test files that do not end: each is named, and ended with every process below it, so that the others get their turn and
// the count of tests still comes.

import { readdirSync, readFileSync } from "node:fs";

/** How often it is looked whether something is overdue. */
const LOOK_MS = 1_000;

/** What is watched over. */
export interface Watched {
  /** Paths of test files, as they stand in the command lines of their processes. */
  readonly files: ReadonlySet<string>;
  /** How long each may take. */
  readonly fileMs: number;
  /** How long all of them may take. */
  readonly allMs: number;
  /** Hears of a file that was ended. */
  readonly overdue: (file: string) => void;
  /** Hears which files were still running when the time of all was over; they have been ended. */
  readonly over: (running: readonly string[]) => void;
}

/** Watches until the returned function is called. Where the system has no `/proc`, it ends nothing but the whole. */
export function watchOver({ files, fileMs, allMs, overdue, over }: Watched): () => void {
  const begun = performance.now();
  const since = new Map<number, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    const running = childrenOf(process.pid).flatMap((pid) => {
      const file = commandOf(pid).findLast((word) => files.has(word));
      return file === undefined ? [] : [{ pid, file }];
    });
    for (const { pid } of running) if (!since.has(pid)) since.set(pid, now);
    const late = now - begun > allMs ? running : running.filter(({ pid }) => now - (since.get(pid) ?? now) > fileMs);
    for (const { pid } of late) endAll(pid);
    if (now - begun > allMs) {
      clearInterval(timer);
      over(running.map(({ file }) => file));
      return;
    }
    for (const { file } of late) overdue(file);
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Ends a process and everything below it; stopped first, so that nothing new is started meanwhile. */
function endAll(pid: number): void {
  send("SIGSTOP", tree(pid));
  send("SIGKILL", tree(pid));
}

function tree(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(tree)];
}

function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
