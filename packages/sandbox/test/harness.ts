// What tests of real sandboxes share: a level to run at, images made from a few lines, and the same lines run outside.

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Json, JsonObject, WireError } from "@haft/sdk/wire";
import type { CallObserver, PhaseOutcome, SandboxOptions, SeatCall } from "../src/calls/seat.ts";
import type { ToolsetImage } from "../src/calls/toolset-image.ts";
import { findProgram } from "../src/levels/find-program.ts";
import type { Way } from "../src/levels/way.ts";
import { PooledSandboxes } from "../src/pool/sandboxes.ts";
import { openMachine } from "../src/start/machine.ts";

const run = promisify(execFile);

/** Why tests of this way cannot run here, or false. */
export function missingFor(way: Way["name"]): string | false {
  if (process.platform !== "linux") return "needs Linux";
  if (!findProgram("python3")) return "python3 is not installed: apt-get install -y python3";
  if (way.startsWith("bubblewrap") && !findProgram("bwrap"))
    return "bubblewrap is not installed: apt-get install -y bubblewrap";
  if (way === "bubblewrap as root" && process.getuid?.() !== 0) return "needs root";
  return false;
}

/** Sandboxes that know one way only. */
export async function sandboxesBy(way: Way["name"], options: Partial<SandboxOptions> = {}): Promise<PooledSandboxes> {
  const whole: SandboxOptions = { least: "rlimit-only", ...options };
  return new PooledSandboxes(await openMachine(whole), whole, (one) => one.name === way);
}

/** The body of a tool in both languages: it returns a JSON value or raises. */
export interface Lines {
  readonly python?: string;
  readonly typescript?: string;
}

const indent = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");

/** A module whose tool `attempt` runs these lines, with `given` for its one argument. */
export function source(language: "python" | "typescript", lines: string, atImport: boolean): string {
  if (language === "python") {
    const attempt = `def _attempt(given):\n${indent(lines)}\n`;
    const guarded = `try:\n    FOUND = _attempt({})\nexcept BaseException as fault:\n    FOUND = repr(fault)\n`;
    return atImport
      ? `${attempt}\n${guarded}\ndef attempt(given):\n    return FOUND\n`
      : `${attempt}\ndef attempt(given):\n    return _attempt(given)\n`;
  }
  const attempt = `async function run(given) {\n${lines}\n}\n`;
  return atImport
    ? `${attempt}let found; try { found = await run({}) } catch (fault) { found = String(fault) }\nexport async function attempt(given) { return found }\n`
    : `${attempt}export async function attempt(given) { return run(given) }\n`;
}

/** An image of one tool, `attempt(given)`. */
export function imageOf(
  language: "python" | "typescript",
  lines: string,
  settings: Partial<ToolsetImage> & { readonly atImport?: boolean } = {},
): ToolsetImage {
  const { atImport = false, ...rest } = settings;
  const entry = language === "python" ? "module.py" : "module.mjs";
  return {
    tenant: "tests",
    toolset: "attempts",
    version: "1",
    digest: "0",
    language,
    files: { [entry]: source(language, lines, atImport) },
    entry,
    file: language === "python" ? "module.py" : "module.tools.ts",
    plans: [
      {
        tool: "attempt",
        form: "function",
        function: "attempt",
        exportName: "attempt",
        isAsync: language === "typescript",
        parameters: [
          { passing: language === "python" ? "keyword" : "positional", name: "given", shape: { kind: "any" } },
        ],
        result: { kind: "any" },
        definitions: {},
      },
    ],
    async: false,
    environment: {},
    env: {},
    network: "none",
    subprocess: false,
    memoryMiB: 512,
    reuse: false,
    timeoutSeconds: 20,
    ...rest,
  };
}

/** A call of the tool. */
export function callOf(given: Json = {}, settings: Partial<SeatCall> = {}): SeatCall {
  const callId = settings.callId ?? "call_1";
  return {
    callId,
    tool: "attempt",
    phase: "call",
    arguments: { given },
    timeoutSeconds: 20,
    ctx: {
      tenantId: "tests",
      sessionId: "thread",
      runId: "run_1",
      callId,
      bundle: "tests",
      config: {},
      dataDir: null,
      workdir: null,
      idempotencyKey: "key",
    },
    ...settings,
  };
}

/** One call in a sandbox. */
export async function callInside(
  sandboxes: PooledSandboxes,
  image: ToolsetImage,
  given: Json = {},
  settings: Partial<SeatCall> = {},
  observer: CallObserver = {},
  signal?: AbortSignal,
): Promise<PhaseOutcome> {
  const seat = await sandboxes.take(image);
  return seat.call(callOf(given, settings), observer, signal);
}

/** The value of an outcome; fails if it is none. */
export function resultOf(outcome: PhaseOutcome): Json {
  if (outcome.kind === "result") return outcome.value;
  throw new Error(`no result: ${JSON.stringify(outcome)}`);
}

/** The error of an outcome; fails if there is none. */
export function errorOf(outcome: PhaseOutcome): WireError {
  if (outcome.kind === "error") return outcome.error;
  throw new Error(`no error: ${JSON.stringify(outcome)}`);
}

/** The same lines run by a bare interpreter with the test's own rights. */
export async function callOutside(
  language: "python" | "typescript",
  lines: string,
  given: JsonObject = {},
): Promise<Json> {
  const folder = mkdtempSync(join(tmpdir(), "haft-outside-"));
  try {
    const python = language === "python";
    const file = join(folder, python ? "module.py" : "module.mjs");
    const print = python
      ? `\nimport json, sys\nprint(json.dumps(attempt(json.loads(sys.argv[1]))))\n`
      : `\nconsole.log(JSON.stringify(await attempt(JSON.parse(process.argv[2]))));\n`;
    writeFileSync(file, source(language, lines, false) + print);
    const program = python ? "/usr/bin/python3" : process.execPath;
    const { stdout } = await run(program, [file, JSON.stringify(given)], { cwd: folder, timeout: 30_000 });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "null");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder of the test's own, removed with it. */
export function temporaryFolder(mode = 0o700): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "haft-test-"));
  chmodSync(path, mode);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
