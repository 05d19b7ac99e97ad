// Starts the Python runner without a sandbox around it and speaks the wire with it: what the outside does, for tests.

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { pythonRunner } from "../index.js";
import { Frames, type Message } from "./frames.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export type { Message };

/** A started runner. */
export interface Started extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly call: Frames;
  readonly control: Frames;
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number | null>;
}

/** The interpreter under test. */
const PYTHON = process.env.HAFT_PYTHON ?? "/usr/bin/python3";

const SETTINGS = { limits: { RLIMIT_CORE: 0 }, probes: {}, pidNamespace: false, scratch: [] };

/** Starts the runner; `settings` are merged over harmless ones. */
export function start(settings: object = {}): Started {
  const child = spawn(PYTHON, ["-I", "-S", pythonRunner, JSON.stringify({ ...SETTINGS, ...settings })], {
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    env: { LANG: "C.UTF-8", PATH: "/usr/bin:/bin" },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  const call = new Frames(child.stdio[3] as Socket);
  const control = new Frames(child.stdio[4] as Socket);
  return {
    process: child,
    call,
    control,
    output,
    exited,
    async [Symbol.asyncDispose]() {
      call.end();
      control.end();
      await exited;
    },
  };
}

export const MARKER = "-- haft marker 5f2c --";

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

/** A plan of a tool without arguments whose name is its function's. */
export function plan(name: string, more: object = {}): Message {
  return {
    tool: name,
    form: "function",
    function: name,
    isAsync: false,
    parameters: [],
    result: { kind: "any" },
    definitions: {},
    ...more,
  };
}

/** A parameter passed by name. */
export function keyword(name: string, shape: object, more: object = {}): Message {
  return { passing: "keyword", name, shape, ...more };
}

/** A module that has been loaded and waits for its first call. */
export interface Loaded extends Started {
  readonly folder: string;
  /** Sends one call and gives its last message; `said` collects the others. */
  ask(tool: string, args?: object, more?: object): Promise<Message>;
  readonly said: Message[];
  answerRequest: (request: Message) => object;
}

/** Starts, loads `source`, and waits until the first child waits. */
export async function load(
  source: string,
  plans: Message[],
  options: {
    settings?: object;
    files?: Record<string, string>;
    async?: boolean;
    file?: string;
    search?: string[];
    folder?: string;
  } = {},
): Promise<Loaded> {
  const folder = options.folder ?? temporaryFolder();
  const file = options.file ?? "tools.py";
  for (const [name, text] of Object.entries({ [file]: source, ...options.files }))
    writeFileSync(join(folder, name), text);
  const started = start(options.settings);
  const ready = await started.control.next();
  if (ready?.type !== "ready") throw new Error(`not ready: ${JSON.stringify(ready)} ${started.output.stderr}`);
  started.control.send({
    type: "load",
    entry: join(folder, file),
    file: `tools/${file}`,
    searchPath: [folder, ...(options.search ?? [])],
    plans,
    async: options.async ?? false,
    marker: MARKER,
    purpose: "calls",
    reuse: false,
  });
  const loaded = await started.control.next();
  if (loaded?.type !== "loaded") throw Object.assign(new Error(`not loaded: ${JSON.stringify(loaded)}`), { loaded });
  await started.control.next();
  const said: Message[] = [];
  const module: Loaded = {
    ...started,
    folder,
    said,
    answerRequest: () => ({ ok: false, error: { type: "Error", message: "nothing answers here" } }),
    async ask(tool, args = {}, more = {}) {
      started.call.send({
        type: "call",
        callId: "call-1",
        tool,
        phase: "call",
        arguments: args,
        ctx: CONTEXT,
        ...more,
      });
      for (;;) {
        const message = await started.call.next();
        if (!message) throw new Error(`no answer: ${started.output.stderr}`);
        if (message.type === "request") {
          started.call.send({ type: "reply", id: message.id, ...module.answerRequest(message) });
        } else if (["result", "error", "yield"].includes(message.type)) {
          await started.control.next();
          await started.control.next();
          return message;
        } else said.push(message);
      }
    },
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return module;
}
