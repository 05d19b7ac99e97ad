// Starts the TypeScript runner without a sandbox around it and speaks the wire with it: what the outside does, for tests.

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { Frames, type Message } from "../../../python/test/frames.ts";
import { temporaryFolder } from "../../../python/test/temporary-folder.ts";
import { runnerEntry } from "../../src/runner/index.ts";

/** Ends a call's output. */
export const MARKER = "-- haft marker 7d1a --";

export type { Message };

/** What `haft` is inside a bundle. */
const sdk: Plugin = {
  name: "haft",
  setup(bundling) {
    bundling.onResolve({ filter: /^(haft|@plico-ai\/sdk)$/ }, ({ path }) => ({ path, namespace: "haft" }));
    const names = "askUser, defineTool, resumes, sleepFor, sleepUntil, tool, waitForSignal, watchFiles";
    bundling.onLoad({ filter: /.*/, namespace: "haft" }, () => ({
      contents: `export const { ${names} } = globalThis[Symbol.for("haft.sdk")];`,
    }));
  },
};

const COMMON = { bundle: true, platform: "node", target: "node24", write: true, logLevel: "silent" } as const;

/** The built runner, one for all tests of a file. */
const runner = (async () => {
  const outfile = join(temporaryFolder(), "runner.cjs");
  await build({ ...COMMON, entryPoints: [runnerEntry], outfile, format: "cjs" });
  return outfile;
})();

/** What `ctx` holds unless a test says otherwise. */
export const CONTEXT = {
  tenantId: "acme",
  sessionId: "thread-1",
  runId: "run-1",
  callId: "call-1",
  bundle: "desk",
  config: {},
  dataDir: null,
  workdir: null,
  idempotencyKey: "key-1",
};

/** A plan of an exported function without arguments. */
export function plan(name: string, more: object = {}): Message {
  return {
    tool: name,
    form: "function",
    function: name,
    exportName: name,
    isAsync: false,
    parameters: [],
    result: { kind: "any" },
    definitions: {},
    ...more,
  };
}

/** A parameter passed by place. */
export function positional(name: string, shape: object, more: object = {}): Message {
  return { passing: "positional", name, shape, ...more };
}

/** A started runner. */
export interface Started extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly socket: Frames;
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number | null>;
}

/** Starts the runner. */
export async function start(settings: object = {}): Promise<Started> {
  const child = spawn(process.execPath, [await runner, JSON.stringify({ limits: [], ...settings })], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { LANG: "C.UTF-8", PATH: "/usr/bin:/bin" },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  const socket = new Frames(child.stdio[3] as Socket);
  return {
    process: child,
    socket,
    output,
    exited,
    async [Symbol.asyncDispose]() {
      socket.end();
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Bundles TypeScript text into a module that the runner can load. */
export async function bundled(source: string): Promise<{ readonly entry: string; readonly folder: string }> {
  const folder = temporaryFolder();
  const entry = join(folder, "bundle.mjs");
  const stdin = { contents: source, loader: "ts", sourcefile: "tools.ts", resolveDir: import.meta.dirname } as const;
  await build({ ...COMMON, stdin, outfile: entry, format: "esm", keepNames: true, plugins: [sdk] });
  writeFileSync(join(folder, "source.ts"), source);
  return { entry, folder };
}

/** What one started process was told and said. */
export interface Loaded extends Started {
  readonly said: Message[];
  /** Sends the call and gives its answer, once the process has ended. */
  ask(tool: string, args?: object, more?: object): Promise<Message>;
  answerRequest: (request: Message) => object;
}

/** Options of `load`. */
export interface LoadOptions {
  readonly settings?: object;
  readonly message?: object;
}

/** Starts a process and loads a bundled entry in it. */
export async function load(entry: string, plans: readonly Message[], options: LoadOptions = {}): Promise<Loaded> {
  const started = await start(options.settings);
  const ready = await started.socket.next();
  if (ready?.type !== "ready") throw new Error(`not ready: ${JSON.stringify(ready)} ${started.output.stderr}`);
  const message = { type: "load", entry, file: "tools.tools.ts", searchPath: [], plans, async: false, marker: MARKER };
  started.socket.send({ ...message, purpose: "calls", reuse: false, ...options.message });
  const loaded = await started.socket.next();
  if (loaded?.type !== "loaded") {
    await started[Symbol.asyncDispose]();
    throw Object.assign(new Error(`not loaded: ${JSON.stringify(loaded)} ${started.output.stderr}`), { loaded });
  }
  await started.socket.next();
  const said: Message[] = [];
  const process: Loaded = {
    ...started,
    said,
    answerRequest: () => ({ ok: false, error: { type: "Error", message: "nothing answers here" } }),
    async ask(tool, args = {}, more = {}) {
      const call = { type: "call", callId: "call-1", tool, phase: "call", arguments: args, ctx: CONTEXT };
      started.socket.send({ ...call, ...more });
      for (;;) {
        const heard = await started.socket.next();
        if (!heard) throw new Error(`no answer: ${started.output.stderr}`);
        if (heard.type === "request") {
          started.socket.send({ type: "reply", id: heard.id, ...process.answerRequest(heard) });
        } else if (["result", "error", "yield"].includes(heard.type)) {
          await started.exited;
          return heard;
        } else said.push(heard);
      }
    },
  };
  return process;
}

/** A module whose every call gets a process of its own. */
export interface Module extends AsyncDisposable {
  readonly entry: string;
  ask(tool: string, args?: object, more?: object, answer?: (request: Message) => object): Promise<Message>;
  /** What the last call said besides its answer, and its output. */
  readonly last: { said: Message[]; stdout: string; stderr: string; code: number | null };
}

/** Bundles a source and calls its tools, each in a fresh process. */
export async function moduleOf(source: string, plans: readonly Message[]): Promise<Module> {
  const { entry, folder } = await bundled(source);
  const last: Module["last"] = { said: [], stdout: "", stderr: "", code: null };
  return {
    entry,
    last,
    async ask(tool, args, more, answer) {
      await using process = await load(entry, plans);
      if (answer) process.answerRequest = answer;
      const answered = await process.ask(tool, args, more);
      Object.assign(last, { said: process.said, ...process.output, code: await process.exited });
      return answered;
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
