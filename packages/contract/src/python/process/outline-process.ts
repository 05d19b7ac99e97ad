// One Python process that answers with outlines. It is started once, answers one question at a time, and is ended at
// the time limit; whoever owns it starts another.

import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { frameOf, frameReader } from "./frames.ts";

const SCRIPT = fileURLToPath(new URL("./outline.py", import.meta.url));
const MEMORY_BYTES = 512 * 1024 * 1024;
/** How long an interpreter may take to start. */
const START_MS = 10_000;

/** What came of a question: an answer not yet looked at, or why there is none. */
export type Reply =
  | { readonly kind: "answer"; readonly json: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "died" };

/** The interpreter as it introduces itself. */
export interface Introduction {
  readonly version: readonly [number, number, number];
}

/** A running process. */
export interface OutlineProcess {
  readonly introduction: Introduction;
  /** Whether it can still be asked. */
  readonly alive: boolean;
  ask(text: string, limitMs: number): Promise<Reply>;
  /** Ends it at once. */
  end(): void;
}

/** Starts an interpreter. Rejects, with a reason in words, when it does not introduce itself. */
export function startOutlineProcess(command: string): Promise<OutlineProcess> {
  // Only what an interpreter needs to find its own libraries: nothing of the user's environment reaches it.
  const env = Object.fromEntries(["PATH", "SystemRoot", "TMPDIR"].map((name) => [name, process.env[name]]));
  const child = spawn(command, ["-I", "-S", "-B", SCRIPT, "10", String(MEMORY_BYTES)], {
    stdio: ["pipe", "pipe", "ignore"],
    env,
  });
  return new Promise((resolve, reject) => {
    let waiting: ((reply: Reply) => void) | undefined;
    let alive = true;
    const settle = (reply: Reply): void => {
      const settled = waiting;
      waiting = undefined;
      settled?.(reply);
    };
    const end = (): void => {
      alive = false;
      child.kill("SIGKILL");
      letGo(child);
    };
    const gone = (reason: string): void => {
      alive = false;
      clearTimeout(start);
      reject(new Error(reason));
      settle({ kind: "died" });
    };
    const start = setTimeout(() => {
      end();
      gone("it does not answer");
    }, START_MS);
    let introduced = false;
    const onText = (text: string): void => {
      const json = parsed(text);
      if (introduced) return settle(json === undefined ? { kind: "died" } : { kind: "answer", json });
      introduced = true;
      clearTimeout(start);
      const introduction = introductionOf(json);
      if (introduction === undefined) return gone("it is not a Python interpreter");
      letGo(child);
      resolve({
        introduction,
        get alive() {
          return alive;
        },
        ask: (question, limitMs) => ask(question, limitMs),
        end,
      });
    };
    const ask = (text: string, limitMs: number): Promise<Reply> =>
      new Promise((answer) => {
        if (!alive) return answer({ kind: "died" });
        hold(child);
        const limit = setTimeout(() => {
          end();
          settle({ kind: "timeout" });
        }, limitMs);
        waiting = (reply) => {
          clearTimeout(limit);
          letGo(child);
          answer(reply);
        };
        child.stdin?.write(frameOf(text));
      });
    child.once("error", (error: NodeJS.ErrnoException) => gone(whyNotStarted(error)));
    child.once("exit", (code) => gone(`it ended with exit code ${code ?? "none"} instead of starting`));
    child.stdin?.on("error", () => undefined);
    child.stdout?.on(
      "data",
      frameReader(onText, () => {
        end();
        gone("it does not answer as Python does");
      }),
    );
  });
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

function introductionOf(json: unknown): Introduction | undefined {
  if (!Array.isArray(json) || json[0] !== "python") return undefined;
  const [major, minor, micro] = json.slice(1, 4).map(Number);
  if (major === undefined || minor === undefined || micro === undefined) return undefined;
  return { version: [major, minor, micro] };
}

function whyNotStarted(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "there is no such program";
  if (error.code === "EACCES") return "it may not be executed";
  return error.message;
}
