// One Python process that answers with outlines. It is started once, answers one question at a time, and is ended at
// the time limit; whoever owns it starts another.

import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { limitWork } from "../../read/work-limit.ts";
import { frameOf, frameReader } from "./frames.ts";

const SCRIPT = fileURLToPath(new URL("./outline.py", import.meta.url));
const MEMORY_BYTES = 512 * 1024 * 1024;
/** After this many seconds a question ends the process from inside, should nobody be left to do it from outside. */
const LAST_SECONDS = 10;
/** How long an interpreter may take to start. */
const START_MS = 10_000;
/** Of one hundredth of a second, in which Linux counts what processes work. */
const TICK_MS = 10;

/** What came of a question: an answer not yet looked at, or why there is none. */
export type Reply =
  | { readonly kind: "answer"; readonly json: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "died" };

/** Major, minor and micro version. */
export type PythonVersion = readonly [number, number, number];

/** What a process has worked so far; undefined where the system does not tell. */
async function workedMs(pid: number | undefined): Promise<number | undefined> {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name may hold anything; user and system time are the 14th and 15th field.
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  const ticks = Number(user) + Number(system);
  return Number.isNaN(ticks) ? undefined : ticks * TICK_MS;
}

/** Starts an interpreter. Rejects, with a reason in words, when it does not introduce itself. */
export async function startOutlineProcess(command: string): Promise<OutlineProcess> {
  const process = new OutlineProcess(command);
  await process.started;
  return process;
}

/** A process that runs, or has ended. */
export class OutlineProcess {
  readonly #child: ChildProcess;
  readonly #start = Promise.withResolvers<PythonVersion>();
  readonly #exit = Promise.withResolvers<void>();
  #isAlive = true;
  #hasStarted = false;
  #waiting: ((reply: Reply) => void) | undefined;

  constructor(command: string) {
    // Only what an interpreter needs to find its own libraries: nothing of the user's environment reaches it.
    const env = Object.fromEntries(["PATH", "SystemRoot", "TMPDIR"].map((name) => [name, process.env[name]]));
    this.#child = spawn(command, ["-I", "-S", "-B", SCRIPT, String(LAST_SECONDS), String(MEMORY_BYTES)], {
      stdio: ["pipe", "pipe", "ignore"],
      env,
    });
    const clock = setTimeout(() => this.#gone("it does not answer"), START_MS);
    this.#start.promise.then(
      () => clearTimeout(clock),
      () => clearTimeout(clock),
    );
    this.#child.once("error", (error: NodeJS.ErrnoException) => {
      this.#exit.resolve();
      this.#gone(whyNotStarted(error));
    });
    this.#child.once("exit", () => this.#exit.resolve());
    this.#child.once("exit", (code) => this.#gone(`it ended with exit code ${code ?? "none"} instead of starting`));
    // A process that has just ended says so by its exit, not by what is written to it.
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stdout?.on(
      "data",
      frameReader(
        (text) => this.#hear(text),
        () => this.#gone("it does not answer as Python does"),
      ),
    );
  }

  /** The version that the interpreter introduces itself with. */
  get started(): Promise<PythonVersion> {
    return this.#start.promise;
  }

  /** Ends it, and resolves when it is gone and has been reaped. Until then it keeps a command from ending. */
  async endAndReap(): Promise<void> {
    this.end();
    this.#child.ref();
    await this.#exit.promise;
  }

  /** Whether it can still be asked. */
  get alive(): boolean {
    return this.#isAlive;
  }

  /** Asks for the outline of a text. At the limit the process is ended. */
  ask(text: string, limitMs: number): Promise<Reply> {
    if (!this.#isAlive) return Promise.resolve({ kind: "died" });
    const { promise, resolve } = Promise.withResolvers<Reply>();
    hold(this.#child);
    const forgetLimit = limitWork(
      limitMs,
      () => workedMs(this.#child.pid),
      () => {
        this.end();
        this.#settle({ kind: "timeout" });
      },
    );
    this.#waiting = (reply) => {
      forgetLimit();
      letGo(this.#child);
      resolve(reply);
    };
    this.#child.stdin?.write(frameOf(text));
    return promise;
  }

  /** Ends it at once. */
  end(): void {
    this.#isAlive = false;
    this.#child.kill("SIGKILL");
    letGo(this.#child);
  }

  #hear(text: string): void {
    const json = parsed(text);
    if (this.#hasStarted) {
      this.#settle(json === undefined ? { kind: "died" } : { kind: "answer", json });
      return;
    }
    this.#hasStarted = true;
    const version = versionIn(json);
    if (version === undefined) this.#gone("it is not a Python interpreter");
    else {
      letGo(this.#child);
      this.#start.resolve(version);
    }
  }

  #gone(reason: string): void {
    this.end();
    this.#start.reject(new Error(reason));
    this.#settle({ kind: "died" });
  }

  #settle(reply: Reply): void {
    const settled = this.#waiting;
    this.#waiting = undefined;
    settled?.(reply);
  }
}

/** While nothing is asked, the process must not keep a command from ending. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) if (isSocket(pipe)) pipe.unref();
}

function hold(child: ChildProcess): void {
  child.ref();
  for (const pipe of [child.stdin, child.stdout]) if (isSocket(pipe)) pipe.ref();
}

/** The pipes of a child are sockets, which their types do not say. */
function isSocket(pipe: unknown): pipe is Socket {
  return pipe instanceof Socket;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `["python", major, minor, micro, executable]` */
function versionIn(json: unknown): PythonVersion | undefined {
  if (!Array.isArray(json) || json[0] !== "python") return undefined;
  const [major, minor, micro] = json.slice(1, 4).map(Number);
  return major === undefined || minor === undefined || micro === undefined ? undefined : [major, minor, micro];
}

function whyNotStarted(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such program";
  if (error.code === "EACCES") return "it may not be executed";
  return error.message;
}
