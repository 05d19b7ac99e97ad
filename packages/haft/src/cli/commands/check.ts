// `haft check`: reads the contracts of files, folders and bundles, and prints every problem at its place.

import { type Command, Option } from "commander";
import { count } from "../../output/count.ts";
import { formatDiagnostic, inOrder } from "../../output/diagnostics.ts";
import { formatDuration } from "../../output/duration.ts";
import { failureDocument, formatFailure } from "../../output/failure.ts";
import { workflowCommand } from "../../output/workflow-commands.ts";
import { CommandError } from "../../session/command-error.ts";
import type { Reading, ToolsetReading } from "../../session/reading.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { asProvider } from "../provider.ts";
import { readSettings } from "../settings.ts";
import { watchReadings } from "../watch.ts";

interface CheckFlags {
  readonly watch?: boolean;
  readonly format: "text" | "github";
  readonly warningsAsErrors?: boolean;
  readonly provider?: string;
  readonly python?: string;
}

/** Declares `haft check`. */
export function checkCommand(start: Start): Command {
  return declareCommand("check", [
    ["haft check", "the project in this folder"],
    ["haft check tools/weather.py", "one file"],
    ["haft check --watch", "again at each save"],
    ["haft check --warnings-as-errors --format github", "in continuous integration"],
    ["haft check --provider openai", "also what a provider's strict mode refuses"],
  ])
    .argument("[path...]", "files, folders or bundles (default: this folder)")
    .option("-w, --watch", "read again at each save, until interrupted")
    .addOption(new Option("--format <format>", "how problems are printed").choices(["text", "github"]).default("text"))
    .option("--warnings-as-errors", "fail on warnings, too")
    .option("--provider <name>", "also check against this provider's strict mode")
    .option("--python <interpreter>", "the Python that reads the sources")
    .action((paths: string[], flags: CheckFlags, command: Command) =>
      start(command, (invocation) => check(paths.length === 0 ? ["."] : paths, flags, invocation)),
    );
}

async function check(paths: readonly string[], flags: CheckFlags, invocation: Invocation): Promise<ExitCode> {
  if (flags.format === "github" && invocation.printer.json) {
    throw new CommandError("usage", "--json and --format github cannot be given together", {
      usage: true,
      hint: "leave one out",
    });
  }
  const provider = flags.provider === undefined ? undefined : await asProvider(flags.provider);
  const settings = await readSettings(flags, invocation.surroundings);
  const open = await invocation.parts.openToolsets();
  await using toolsets = open({
    ...(provider === undefined ? {} : { provider }),
    ...(settings.python === undefined ? {} : { python: settings.python }),
    ...(settings.isolation === undefined ? {} : { isolation: settings.isolation }),
  });
  if (!flags.watch) return (await checkOnce(paths, flags, invocation, toolsets)).exitCode;
  await watchReadings(
    () => checkOnce(paths, flags, invocation, toolsets).then((checked) => checked.readings),
    paths,
    invocation,
  );
  return EXIT.done;
}

async function checkOnce(
  paths: readonly string[],
  flags: CheckFlags,
  invocation: Invocation,
  toolsets: ToolsetReading,
): Promise<{ readonly exitCode: ExitCode; readonly readings: readonly Reading[] }> {
  const began = performance.now();
  const { readings, refused } = await readAll(paths, invocation, toolsets);
  // One path alone, or none that could be read: the refusal is the command's own.
  const [refusal] = refused;
  if (readings.length === 0 && refusal !== undefined && refused.length === 1) throw refusal;
  const found = summarise(readings);
  const failed = refused.length > 0 || found.errors > 0 || (flags.warningsAsErrors === true && found.warnings > 0);
  print(readings, refused, flags, invocation, !failed);
  if (!invocation.printer.json) {
    const line = closingLine(found, performance.now() - began);
    const { err } = invocation.printer;
    invocation.printer.message(`${failed ? err.error(line) : err.good(line)}\n`);
  }
  const exitCode = refused.length > 0 && found.errors === 0 ? EXIT.usage : failed ? EXIT.failed : EXIT.done;
  return { exitCode, readings };
}

/** Every path is read, whatever is wrong with another. */
async function readAll(
  paths: readonly string[],
  invocation: Invocation,
  toolsets: ToolsetReading,
): Promise<{ readonly readings: readonly Reading[]; readonly refused: readonly CommandError[] }> {
  using _busy = invocation.printer.busy("reading");
  const readings: Reading[] = [];
  const refused: CommandError[] = [];
  for (const path of paths) {
    try {
      readings.push(await toolsets.read(path));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refused.push(error);
    }
  }
  return { readings, refused };
}

/** A file that was named and has no tool is no fault, as a folder's other files are none; but it is told. */
function tellOfNoTool({ kind, path, toolsets }: Reading, { printer }: Invocation): void {
  if (kind !== "file" || toolsets.some(({ tools, diagnostics }) => tools.length > 0 || diagnostics.length > 0)) return;
  const what = path.endsWith(".py")
    ? "a tool is a function below @tool, from haft import tool"
    : path.endsWith(".tool.ts")
      ? "a tool is the file's export default defineTool(…)"
      : "a tool is an exported function with a doc comment";
  printer.message(`${path} has no tool: ${what}\n`);
}

/** How many there are of what the closing line names. */
interface Found {
  readonly tools: number;
  readonly errors: number;
  readonly warnings: number;
}

function summarise(readings: readonly Reading[]): Found {
  const toolsets = readings.flatMap((reading) => reading.toolsets);
  const diagnostics = toolsets.flatMap((toolset) => toolset.diagnostics);
  return {
    tools: toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0),
    errors: diagnostics.filter((diagnostic) => diagnostic.severity === "error").length,
    warnings: diagnostics.filter((diagnostic) => diagnostic.severity === "warning").length,
  };
}

function closingLine(found: Found, milliseconds: number): string {
  const parts = [count(found.tools, "tool"), count(found.errors, "error"), count(found.warnings, "warning")];
  return `${parts.join(", ")} in ${formatDuration(milliseconds)}`;
}

function print(
  readings: readonly Reading[],
  refused: readonly CommandError[],
  flags: CheckFlags,
  invocation: Invocation,
  ok: boolean,
): void {
  const { printer, surroundings } = invocation;
  if (printer.json) {
    const document = {
      ok,
      toolsets: readings.flatMap((reading) => reading.toolsets),
      ...(refused.length === 0 ? {} : { errors: refused.map((error) => failureDocument(error).error) }),
    };
    if (flags.watch) printer.object(document);
    else printer.document(document);
    return;
  }
  for (const error of refused) printer.message(formatFailure(error, printer.err));
  const root = surroundings.environment.GITHUB_WORKSPACE;
  for (const reading of readings) {
    tellOfNoTool(reading, invocation);
    for (const diagnostic of inOrder(reading.toolsets.flatMap((toolset) => toolset.diagnostics))) {
      if (flags.format === "github") printer.result(`${workflowCommand(diagnostic, root, surroundings.folder)}\n`);
      else printer.result(`${formatDiagnostic(diagnostic, reading.sources[diagnostic.file], printer.out)}\n`);
    }
  }
}
