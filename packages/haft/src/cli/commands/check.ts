// `haft check`: reads the contracts of files, folders and bundles, and prints every problem at its place.

import { type Command, Option } from "commander";
import { count } from "../../output/count.ts";
import { formatDiagnostic, inOrder } from "../../output/diagnostics.ts";
import { formatDuration } from "../../output/duration.ts";
import { workflowCommand } from "../../output/workflow-commands.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { asProvider } from "../provider.ts";
import { CommandError, type Reading, type ToolsetReading } from "../session.ts";
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
  return declareCommand("check", "Read the contracts of tools and print every problem. Runs none of their code.", [
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
  const readings: Reading[] = [];
  {
    using _busy = invocation.printer.busy("reading");
    for (const path of paths) readings.push(await toolsets.read(path));
  }
  const found = summarise(readings);
  const failed = found.errors > 0 || (flags.warningsAsErrors === true && found.warnings > 0);
  print(readings, flags, invocation, !failed);
  if (!invocation.printer.json) {
    const line = closingLine(found, performance.now() - began);
    const { err } = invocation.printer;
    invocation.printer.message(`${failed ? err.error(line) : err.good(line)}\n`);
  }
  return { exitCode: failed ? EXIT.failed : EXIT.done, readings };
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

function print(readings: readonly Reading[], flags: CheckFlags, invocation: Invocation, ok: boolean): void {
  const { printer, surroundings } = invocation;
  if (printer.json) {
    const document = { ok, toolsets: readings.flatMap((reading) => reading.toolsets) };
    if (flags.watch) printer.object(document);
    else printer.document(document);
    return;
  }
  const root = surroundings.environment.GITHUB_WORKSPACE;
  for (const reading of readings) {
    for (const diagnostic of inOrder(reading.toolsets.flatMap((toolset) => toolset.diagnostics))) {
      if (flags.format === "github") printer.result(`${workflowCommand(diagnostic, root, surroundings.folder)}\n`);
      else printer.result(`${formatDiagnostic(diagnostic, reading.sources[diagnostic.file], printer.out)}\n`);
    }
  }
}
