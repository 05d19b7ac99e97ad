// One reading thread, seen from outside: asked one source at a time, ended at its limits.

import { Worker } from "node:worker_threads";
import { MAX_MEMORY_MIB, type Reason } from "./given-up.ts";
import { pythonOutliners } from "./python-outliners.ts";
import type { DefinitionEvaluator, ReadRequest, ReadResult } from "./reader.ts";
import type { Evaluated, FromThread, ThreadSettings, ToThread } from "./thread-messages.ts";
import { limitWork } from "./work-limit.ts";

/** The thread's module: as it is written while developing, as it is built when published. */
const MODULE = import.meta.url.endsWith(".ts")
  ? new URL("./reading-thread.ts", import.meta.url)
  : new URL("./reading-thread.js", import.meta.url);

/** How long starting the thread, the compiler or the interpreter may take. */
const START_MS = 30_000;

/** The longest that is waited for what is done outside the thread, off its clock. */
const OUTSIDE_MS = 60_000;

/** What came of a reading. */
type ThreadReading =
  | { readonly kind: "read"; readonly result: ReadResult }
  | { readonly kind: "given-up"; readonly reason: Reason; readonly stack?: string };

/** A reading thread. */
export interface ReadingThread {
  /** Whether it can be asked again. */
  readonly alive: boolean;
  read(request: ReadRequest): Promise<ThreadReading>;
  end(): Promise<void>;
}

async function evaluateOutside(
  evaluator: DefinitionEvaluator | undefined,
  { code, file }: { readonly code: string; readonly file: string },
): Promise<Evaluated> {
  try {
    if (evaluator === undefined) return { kind: "rejected", message: "there is no sandbox" };
    return { kind: "answered", answer: await evaluator.evaluate(code, file) };
  } catch (error) {
    return { kind: "rejected", message: error instanceof Error ? error.message : String(error) };
  }
}

/** Answers what the thread asks: only outside it are there sandboxes, and processes that outlive it. */
async function answerOutside(
  message: Extract<FromThread, { kind: "bundle" | "evaluate" }>,
  evaluator: DefinitionEvaluator | undefined,
): Promise<ToThread> {
  if (message.kind === "evaluate") return { kind: "evaluated", evaluated: await evaluateOutside(evaluator, message) };
  // The bundler is loaded only for what it is needed for.
  const { bundle } = await import("../bundling/index.ts");
  return { kind: "bundled", bundle: await bundle(message.request) };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** What a thread has worked so far; undefined where this Node does not tell. */
async function workedMs(worker: Worker): Promise<number | undefined> {
  if (typeof worker.cpuUsage !== "function") return undefined;
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

/** Starts a thread. It does not keep a command from ending while nothing is asked. */
export function startThread(
  settings: ThreadSettings,
  evaluator: DefinitionEvaluator | undefined,
  memoryMib: number = MAX_MEMORY_MIB,
): ReadingThread {
  const worker = new Worker(MODULE, {
    workerData: settings,
    // Flags of the process that embeds the reader are about its own program.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    // What runs here is Haft's own; nothing of it belongs on a tool author's terminal.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  const outliners = pythonOutliners(settings.python);
  let alive = true;
  let settle: ((reading: ThreadReading) => void) | undefined;
  let forgetLimit = (): void => undefined;

  function finish(reading: ThreadReading): void {
    forgetLimit();
    worker.unref();
    const settled = settle;
    settle = undefined;
    settled?.(reading);
  }

  function giveUp(reason: Reason, stack?: string): void {
    alive = false;
    void worker.terminate();
    void outliners.end();
    finish({ kind: "given-up", reason, ...(stack === undefined ? {} : { stack }) });
  }

  function allow(ms: number): void {
    forgetLimit();
    const limit = setTimeout(() => giveUp("time"), ms);
    forgetLimit = () => clearTimeout(limit);
  }

  /** As long as a warm reader may work. */
  function allowWork(): void {
    forgetLimit();
    forgetLimit = limitWork(
      settings.limitMs,
      () => workedMs(worker),
      () => giveUp("time"),
    );
  }

  function send(message: ToThread): void {
    worker.postMessage(message);
  }

  async function hear(message: FromThread): Promise<void> {
    if (settle === undefined) return;
    if (message.kind === "outline") {
      const answer = await outliners.answer(message);
      if (alive) send({ kind: "outlined", answer });
    } else if (message.kind === "started") allowWork();
    else if (message.kind === "read") finish(message);
    // What a compiler leaves behind when it throws is not to be relied on: the next source has a new thread.
    else if (message.kind === "gave-up") giveUp(message.depth ? "depth" : "compiler", message.stack);
    else {
      // Bundling and evaluating have limits of their own; this one is only so that nothing waits for ever.
      allow(OUTSIDE_MS);
      const reply = await answerOutside(message, evaluator);
      if (settle === undefined) return;
      allowWork();
      send(reply);
    }
  }

  worker.on("message", (message: FromThread) => void hear(message));
  worker.on("error", (error) => giveUp(isOutOfMemory(error) ? "memory" : "compiler", String(error)));
  worker.on("exit", () => {
    if (alive) giveUp("compiler");
  });

  return {
    get alive() {
      return alive;
    },
    read(request) {
      return new Promise((resolve) => {
        settle = resolve;
        worker.ref();
        allow(START_MS);
        send({ kind: "read", request });
      });
    },
    async end() {
      alive = false;
      await worker.terminate();
      await outliners.end();
      finish({ kind: "given-up", reason: "compiler" });
    },
  };
}
