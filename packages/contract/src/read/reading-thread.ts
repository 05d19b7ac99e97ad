// The thread in which sources are read: the compiler's language service and the Python interpreter stay warm in it. It
// may be ended at any moment, and holds nothing that would be missed.

import { parentPort, workerData } from "node:worker_threads";
import type { Bundle, BundleRequest } from "../bundling/bundle.ts";
import { describeModule } from "../checks/describe-module.ts";
import type { LanguageReader } from "./language-reader.ts";
import { outlinersOutside } from "./outliner-outside.ts";
import type { DefinitionEvaluator, ReadRequest, ReadResult } from "./reader.ts";
import type { Evaluated, FromThread, ThreadSettings, ToThread } from "./thread-messages.ts";

const port = parentPort;
if (port === null) throw new Error("reading-thread is started by the reader, in a thread of its own");
const settings: ThreadSettings = workerData;

function say(message: FromThread): void {
  port?.postMessage(message);
}

let onEvaluated: ((evaluated: Evaluated) => void) | undefined;

/** Asks outside the thread, where the sandboxes are. */
const evaluator: DefinitionEvaluator = {
  evaluate(code, file) {
    say({ kind: "evaluate", code, file });
    return new Promise((resolve, reject) => {
      onEvaluated = (evaluated) =>
        evaluated.kind === "answered" ? resolve(evaluated.answer) : reject(new Error(evaluated.message));
    });
  },
};

let onBundled: ((bundle: Bundle) => void) | undefined;

function bundleOutside(request: BundleRequest): Promise<Bundle> {
  say({ kind: "bundle", request });
  return new Promise((resolve) => {
    onBundled = resolve;
  });
}

const outliners = outlinersOutside((question) => say({ kind: "outline", ...question }));

const readers = new Map<string, LanguageReader>();

/** Loaded when they are first needed: a command that reads Python does not wait for the TypeScript compiler. */
async function loadReader(language: ReadRequest["language"]): Promise<LanguageReader> {
  if (language === "python") return (await import("./python-source.ts")).pythonSources(settings, outliners);
  return (await import("./typescript-source.ts")).typeScriptSources();
}

/** The warm reader for a source; starting one is not on its clock. */
async function readerFor(request: ReadRequest): Promise<LanguageReader> {
  const reader = readers.get(request.language) ?? (await loadReader(request.language));
  await reader.warm(request);
  readers.set(request.language, reader);
  return reader;
}

async function read(request: ReadRequest): Promise<ReadResult> {
  if (request.language === "typescript" && request.file.endsWith(".tool.ts")) {
    const { readDefinition } = await import("../definitions/index.ts");
    say({ kind: "started" });
    return readDefinition(request, settings.hasEvaluator ? evaluator : undefined, bundleOutside);
  }
  const reader = await readerFor(request);
  say({ kind: "started" });
  const { model, imports } = await reader.read(request);
  return describeModule(model, request, imports);
}

async function answer(request: ReadRequest): Promise<void> {
  try {
    say({ kind: "read", result: await read(request) });
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say({ kind: "gave-up", depth: error instanceof RangeError, stack });
  }
}

port.on("message", (message: ToThread) => {
  if (message.kind === "evaluated") onEvaluated?.(message.evaluated);
  else if (message.kind === "bundled") onBundled?.(message.bundle);
  else if (message.kind === "outlined") outliners.hear(message.answer);
  else void answer(message.request);
});
