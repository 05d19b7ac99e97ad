// `haft new tool`: adds a tool to fill in.

import type { Language } from "@haft/contract";
import type { Command } from "commander";
import { CommandError } from "../../session/command-error.ts";
import { declareCommand, declareSubcommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";

interface NewFlags {
  readonly python?: boolean;
  readonly typescript?: boolean;
  readonly waits?: boolean;
}

/** Declares `haft new` with `tool`. */
export function newCommand(start: Start): Command {
  const tool = declareSubcommand("tool", "Add a tool to fill in, with the rules as comments.", [
    ["haft new tool send_letter", "in the language of the tools here"],
    ["haft new tool send_letter --python", "in Python"],
    ["haft new tool ask_boss --typescript --waits", "one that waits, with its companion"],
  ])
    .argument("<name>", "the tool's name: letters, digits and _")
    .option("--python", "in Python")
    .option("--typescript", "in TypeScript")
    .option("--waits", "one that waits for a person, a time, files or a signal")
    .action((name: string, flags: NewFlags, command: Command) =>
      start(command, (invocation) => addNewTool(name, flags, invocation)),
    );
  const command = declareCommand("new", [["haft new tool send_letter", "a tool to fill in"]]);
  return command.addCommand(tool);
}

async function addNewTool(name: string, flags: NewFlags, invocation: Invocation): Promise<ExitCode> {
  if (flags.python && flags.typescript) {
    throw new CommandError("usage", "--python and --typescript cannot be given together", {
      usage: true,
      hint: "leave one out",
    });
  }
  const language: Language | undefined = flags.python ? "python" : flags.typescript ? "typescript" : undefined;
  const { addTool } = await import("../../scaffold/new-tool.ts");
  const { printer, surroundings } = invocation;
  const added = addTool(surroundings.folder, {
    name,
    waits: flags.waits === true,
    ...(language === undefined ? {} : { language }),
  });
  if (printer.json) printer.document({ ok: true, ...added });
  else {
    const list =
      added.manifest === undefined
        ? ""
        : `list it under [runtime] tools in ${added.manifest}, so that a model sees it\n`;
    printer.result(`${added.file}\nfill it in, then: haft check ${added.file}\n${list}`);
  }
  return EXIT.done;
}
