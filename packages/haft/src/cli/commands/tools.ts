// `haft tools`: what is callable, with arguments, schemas and what a provider gets of them.

import type { ToolDescriptor } from "@haft/contract";
import type { Command } from "commander";
import { formatToolList, type Offer } from "../../output/tools.ts";
import type { ReadToolset } from "../../session/reading.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { asProvider } from "../provider.ts";
import { readSettings } from "../settings.ts";

interface ToolsFlags {
  readonly schema?: boolean;
  readonly provider?: string;
  readonly python?: string;
}

/** Declares `haft tools`. */
export function toolsCommand(start: Start): Command {
  return declareCommand("tools", [
    ["haft tools", "the project in this folder"],
    ["haft tools tools/weather.py --schema", "with the schemas"],
    ["haft tools --provider openai", "as this provider gets them"],
    ["haft tools --json", "every descriptor in full"],
  ])
    .argument("[path]", "a file, a folder or a bundle", ".")
    .option("--schema", "print the schemas")
    .option("--provider <name>", "print what this provider gets")
    .option("--python <interpreter>", "the Python that reads the sources")
    .action((path: string, flags: ToolsFlags, command: Command) =>
      start(command, (invocation) => listTools(path, flags, invocation)),
    );
}

async function listTools(path: string, flags: ToolsFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  const offer = flags.provider === undefined ? undefined : await offersFor(flags.provider);
  const settings = await readSettings(flags, invocation.surroundings);
  const open = await invocation.parts.openToolsets();
  await using toolsets = open({
    ...(flags.provider === undefined ? {} : { provider: flags.provider }),
    ...(settings.python === undefined ? {} : { python: settings.python }),
    ...(settings.isolation === undefined ? {} : { isolation: settings.isolation }),
  });
  const reading = await toolsets.read(path);
  const faulty = reading.toolsets.filter(hasErrors);
  if (printer.json) {
    printer.document({ ok: faulty.length === 0, toolsets: reading.toolsets.map((toolset) => shown(toolset, offer)) });
  } else {
    printer.result(
      formatToolList(reading.toolsets, { schemas: flags.schema === true, ...(offer ? { offer } : {}) }, printer.out),
    );
    if (faulty.length > 0) {
      printer.message(
        `${printer.err.warning("some files have errors, so their tools are missing:")} haft check ${path}\n`,
      );
    }
  }
  return faulty.length === 0 ? EXIT.done : EXIT.failed;
}

function hasErrors(toolset: ReadToolset): boolean {
  return toolset.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** A toolset in the document of `--json`: what is wrong with it is told by `haft check`. */
function shown(toolset: ReadToolset, offer: OfferOf | undefined): object {
  const { diagnostics: _, tools, ...rest } = toolset;
  return { ...rest, tools: offer ? tools.map((tool) => ({ ...tool, offered: offer(tool) })) : tools };
}

type OfferOf = (tool: ToolDescriptor) => Offer;

/** What a provider gets of a tool. */
async function offersFor(name: string): Promise<OfferOf> {
  const { deriveSchema, modelDescription, strictRefusals } = await import("@haft/contract");
  const provider = await asProvider(name);
  return (tool) => ({
    provider,
    description: modelDescription(tool),
    ...deriveSchema(tool.inputSchema, provider),
    refused: (strictRefusals(tool.inputSchema, provider) ?? []).map(
      ({ path, what }) => `${what}${path.length === 0 ? "" : ` in ${path.join(".")}`}`,
    ),
  });
}
