// The process that runs TypeScript tools: it proves where it is, loads the module, waits for its call, answers, and ends.

import * as sdk from "../index.ts";
import { observeWaits } from "../waits/observer.ts";
import type { CallMessage, LoadMessage } from "../wire/messages.ts";
import type { ToolPlan } from "../wire/plan.ts";
import { loadError, Refused, wireError } from "./errors.ts";
import { type Message, receive, send } from "./frames.ts";
import type { RunnerSettings } from "./index.ts";
import { OpenCall } from "./open-call.ts";
import { markOutput, writeOutputAtOnce } from "./output.ts";
import { insideReport } from "./report.ts";
import { listen } from "./requests.ts";
import { type Loaded, runCall } from "./run-call.ts";
import { takesContext } from "./tools.ts";

/** What is told of anything that ends the process, or escapes the tool's own promise. */
let fail: (error: unknown) => void = () => {};

function leave(code = 0): never {
  // The tool's own listeners must not run on after its answer.
  process.removeAllListeners("exit");
  process.exit(code);
}

/** The next message; what is none ends the process, as the end of the socket does. */
function receiveOrLeave(): Message {
  try {
    return receive() ?? leave();
  } catch {
    return leave(72);
  }
}

function watchEnds(): void {
  process.on("uncaughtException", (error) => fail(error));
  process.on("exit", (code) => {
    fail(new Refused("killed", `the tool ended its own process: process.exit(${code})`, "return or throw instead"));
  });
  process.on("beforeExit", () => {
    fail(new Refused("Error", "the tool waits for a promise that nothing is left to settle"));
    leave();
  });
}

async function load(message: LoadMessage, settings: RunnerSettings): Promise<Loaded> {
  fail = (error) => {
    fail = () => {};
    send({ type: "load-failed", error: loadError(error, message.file) });
    leave(1);
  };
  try {
    const exports = await import(process.getBuiltinModule("node:url").pathToFileURL(message.entry).href);
    if (message.purpose === "definition") await define(exports);
    if (settings.compileCache?.write) process.getBuiltinModule("node:module").flushCompileCache();
    send({ type: "loaded", threads: 0 });
    return { exports, plans: message.plans };
  } catch (error) {
    fail(error);
    return leave(1);
  }
}

async function define(exports: Readonly<Record<string, unknown>>): Promise<never> {
  const { describeDefinition } = await import("../definitions/describe-definition.ts");
  send(describeDefinition(exports));
  return leave();
}

/** Serves the one call of this process. */
async function serveOne(loaded: Loaded, marker: string): Promise<never> {
  const said = asCall(receiveOrLeave());
  const call = new OpenCall(undefined, said.ctx.workdir);
  observeWaits(() => call);
  fail = (error) => {
    call.fail(wireError(error));
    markOutput(marker);
    leave();
  };
  const plan = loaded.plans.find((candidate) => candidate.tool === said.tool);
  if (plan !== undefined && hearsCancel(plan, loaded)) {
    const listening = listen((heard) => heard.type === "cancel" && call.cancel());
    call.onSignalUsed = () => listening.hold();
  }
  await runCall(said, loaded, call);
  markOutput(marker);
  return leave();
}

function hearsCancel(plan: ToolPlan, loaded: Loaded): boolean {
  try {
    return takesContext(plan, loaded.exports);
  } catch {
    return false; // its function is missing, which the call itself will say
  }
}

/** Serves calls side by side until the socket ends. */
function serveMany(loaded: Loaded): void {
  const open = new Map<string, OpenCall>();
  const { AsyncLocalStorage } = process.getBuiltinModule("node:async_hooks");
  const running = new AsyncLocalStorage<OpenCall>();
  observeWaits(() => running.getStore());
  fail = (error) => {
    const own = running.getStore();
    for (const call of own ? [own] : open.values()) call.fail(wireError(error));
    if (own === undefined) leave(1);
  };
  const listening = listen((message) => {
    const callId = String(message.callId);
    if (message.type === "cancel") open.get(callId)?.cancel();
    if (message.type !== "call") return;
    const said = asCall(message);
    const call = new OpenCall(callId, said.ctx.workdir);
    open.set(callId, call);
    void running.run(call, () => runCall(said, loaded, call)).finally(() => open.delete(callId));
  });
  listening.hold();
}

function asCall(message: Message): CallMessage {
  const { ctx, tool, phase } = message;
  const fits = message.type === "call" && typeof ctx === "object" && ctx !== null && typeof tool === "string";
  if (!fits || (phase !== "call" && phase !== "resume")) leave(72);
  return message as unknown as CallMessage;
}

async function main(): Promise<void> {
  const settings: RunnerSettings = JSON.parse(process.argv[2] ?? "{}");
  process.argv.length = 1;
  if (settings.compileCache) {
    process.getBuiltinModule("node:module").enableCompileCache(settings.compileCache.folder);
  }
  writeOutputAtOnce();
  send({ type: "ready", report: insideReport(settings) });
  const message = receiveOrLeave();
  if (message.type !== "load") leave(72);
  watchEnds();
  Object.defineProperty(globalThis, Symbol.for("haft.sdk"), { value: sdk });
  const told = message as unknown as LoadMessage;
  const loaded = await load(told, settings);
  send({ type: "waiting", n: 0 });
  if (told.reuse) serveMany(loaded);
  else await serveOne(loaded, told.marker);
}

void main();
