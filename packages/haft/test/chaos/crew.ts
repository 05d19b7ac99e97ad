// The workers of one test: real processes that are hired, killed, stopped and sent home. It owns the processes, not what
// they do.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launcherOf } from "./processes.ts";
import type { CallOrder, Said, WorkerOrder } from "./worker.child.ts";

const CHILD = fileURLToPath(new URL("./worker.child.ts", import.meta.url));

/** One worker at work. */
export interface Member {
  readonly pid: number;
  /** Resolves with how it ended: its exit code, or the signal. */
  readonly ended: Promise<number | string>;
  /** Asks it to make a call. */
  order(call: CallOrder): void;
  /** Kills the worker, and is there when it is gone. */
  kill(): Promise<void>;
  /** Kills the process that holds its sandboxes; false: it has none. */
  killLauncher(): boolean;
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGTERM"): void;
}

/** Workers on one store. */
export class Crew implements AsyncDisposable {
  readonly #order: WorkerOrder;
  readonly #hear: (said: Said, member: Member) => void;
  readonly #members = new Set<Member>();
  readonly #hiring = new Set<Promise<unknown>>();
  /** On standard error, each of them. */
  readonly #wrote: string[] = [];

  constructor(order: WorkerOrder, hear: (said: Said, member: Member) => void) {
    this.#order = order;
    this.#hear = hear;
  }

  /** What they wrote on standard error. */
  get complaints(): readonly string[] {
    return this.#wrote.map(withoutBundler).filter((text) => text.trim() !== "");
  }

  /** Those that are at work. */
  get members(): readonly Member[] {
    return [...this.#members];
  }

  /** Starts workers until there are so many; resolves when all of them are at work. */
  async fill(size: number): Promise<void> {
    while (this.#members.size + this.#hiring.size < size) {
      const hiring: Promise<unknown> = this.#hire().finally(() => this.#hiring.delete(hiring));
      this.#hiring.add(hiring);
    }
    await Promise.all(this.#hiring);
  }

  /** Sends everybody home; resolves with how each ended. */
  async dismiss(): Promise<readonly (number | string)[]> {
    await Promise.all(this.#hiring);
    const members = this.members;
    for (const member of members) member.signal("SIGTERM");
    return Promise.all(members.map(({ ended }) => ended));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#hiring);
    await Promise.all(this.members.map((member) => member.kill()));
  }

  async #hire(): Promise<void> {
    const child = spawn(process.execPath, [CHILD, JSON.stringify(this.#order)], { stdio: ["pipe", "pipe", "pipe"] });
    const working = Promise.withResolvers<void>();
    const member = memberOf(child);
    child.stdin.on("error", () => {});
    const at = this.#wrote.push("") - 1;
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#wrote[at] += text;
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      // The line of a process that was killed may be cut short.
      if (!line.endsWith("}")) return;
      const said: Said = JSON.parse(line);
      if (said.said === "working") working.resolve();
      else this.#hear(said, member);
    });
    void member.ended.then((how) => {
      this.#members.delete(member);
      working.reject(new Error(`a worker ended with ${how} before it worked: ${this.complaints.join("")}`));
    });
    await working.promise;
    this.#members.add(member);
  }
}

function memberOf(child: ChildProcess): Member {
  const { pid, stdin } = child;
  if (pid === undefined || stdin === null) throw new Error("the worker could not be started");
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  return {
    pid,
    ended,
    order: (call) => void stdin.write(`${JSON.stringify(call)}\n`),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    killLauncher() {
      const launcher = launcherOf(pid);
      if (launcher === undefined) return false;
      try {
        return process.kill(launcher, "SIGKILL");
      } catch {
        return false;
      }
    },
    signal: (name) => void child.kill(name),
  };
}

/** The bundler's process, whose worker was killed while it waited for it, says so at length; it says it last. */
function withoutBundler(said: string): string {
  return said.replace(/fatal error: all goroutines are asleep[\s\S]*/, "");
}
