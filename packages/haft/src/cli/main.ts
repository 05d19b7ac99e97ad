// Starts a command, and turns whatever it comes to into messages and an exit code.

import { readFileSync } from "node:fs";
import { formatDiagnostic, inOrder } from "../output/diagnostics.ts";
import { failureDocument, formatFailure } from "../output/failure.ts";
import { paintFor } from "../output/paint.ts";
import { createPrinter, type Printer } from "../output/printer.ts";
import { CommandError } from "../session/command-error.ts";
import { systemFailure } from "../session/system-failure.ts";
import type { Start } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { interruption } from "./interruption.ts";
import type { Invocation, Parts, Surroundings } from "./invocation.ts";
import { createProgram, runProgram } from "./program.ts";

const PARTS: Parts = {
  openToolsets: async () => (await import("../toolsets/index.ts")).openToolsets,
  openSession: async () => (await import("../runtime/index.ts")).openSession,
  examine: async () => (await import("../runtime/examine.ts")).examine,
};

/** Runs the command line of this process and sets its exit code. */
export async function main(words: readonly string[]): Promise<void> {
  const surroundings: Surroundings = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    folder: process.cwd(),
    now: Date.now,
  };
  // Whoever reads the output may stop reading (`haft events RUN | head`): that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.done);
    process.stderr.write(
      formatFailure(
        { type: "output_failed", message: `the output cannot be written: ${error.message}` },
        paintFor(process.stderr, process.env),
      ),
    );
    process.exit(EXIT.failed);
  });
  process.exitCode = await runCommand(words, surroundings, PARTS);
}

/** Runs one command and resolves with its exit code. Never rejects. */
export async function runCommand(
  words: readonly string[],
  surroundings: Surroundings,
  parts: Parts,
): Promise<ExitCode> {
  const wantsJson = words.includes("--json");
  const printer = createPrinter(surroundings.stdout, surroundings.stderr, surroundings.environment, wantsJson);
  let exitCode: ExitCode = EXIT.done;
  using interrupted = interruption(() => {
    tell(new CommandError("interrupted", "interrupted"), printer);
    process.exit(EXIT.interrupted);
  });
  const start: Start = async (_command, action) => {
    const invocation: Invocation = {
      surroundings,
      parts,
      printer,
      signal: interrupted.signal,
      endsItself: interrupted.endsItself,
      stopsCleanly: interrupted.stopsCleanly,
    };
    exitCode = await action(invocation);
  };
  try {
    await runProgram(await createProgram(version(), start, words), words);
  } catch (error) {
    if (surroundings.environment.HAFT_DEBUG && error instanceof Error) printer.message(`${error.stack}\n`);
    exitCode = tell(asFailure(error), printer);
  }
  return interrupted.brokenOff ? EXIT.interrupted : exitCode;
}

function asFailure(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return systemFailure(error);
}

function tell(failure: CommandError, printer: Printer): ExitCode {
  if (printer.json) printer.document(failureDocument(failure));
  // The help that was printed instead says it all.
  else if (failure.type !== "no_command")
    printer.message(`${marked(failure, printer)}${formatFailure(failure, printer.err)}`);
  return failure.usage ? EXIT.usage : EXIT.failed;
}

/** What reading found wrong, where that is why the command could not do it. */
function marked({ reading }: CommandError, printer: Printer): string {
  if (reading === undefined) return "";
  const errors = inOrder(reading.toolsets.flatMap((toolset) => toolset.diagnostics)).filter(
    (diagnostic) => diagnostic.severity === "error",
  );
  return errors.map((each) => `${formatDiagnostic(each, reading.sources[each.file], printer.err)}\n`).join("");
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
