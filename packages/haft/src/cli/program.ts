// The program `haft`: every command, and how usage errors are told.

import { Command, CommanderError } from "commander";
import { CommandError } from "../session/command-error.ts";
import type { Start } from "./command.ts";
import { COMMANDS, type CommandEntry, outlineOf } from "./command-table.ts";

/** Builds the program. Only the command that the words name is loaded; `start` runs its action. */
export async function createProgram(version: string, start: Start, words: readonly string[]): Promise<Command> {
  const program = new Command("haft")
    .description("Turns a typed function into a tool that an AI agent can be trusted with.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .addHelpCommand(
      new Command("help").arguments("[command]").description("Print help for a command.").helpGroup("More:"),
    )
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText("after", "\nhaft COMMAND --help shows a command's options and examples.");
  const named = nameIn(words);
  for (const [heading, entries] of COMMANDS) {
    for (const entry of entries) {
      const isNamed = named !== undefined && (named === entry.name || named === entry.alias);
      const command = isNamed ? await loaded(entry, start) : outlineOf(entry);
      command.copyInheritedSettings(program).helpGroup(heading);
      for (const inner of command.commands) inner.copyInheritedSettings(program);
      program.addCommand(command);
    }
  }
  return program;
}

/** The word that can name a command: no option of the program's own takes a value. */
function nameIn(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  return first === "help" ? second : first;
}

async function loaded(entry: CommandEntry, start: Start): Promise<Command> {
  const declare = await entry.load();
  return declare(start).description(entry.summary);
}

/** Runs what the words name. Wrong usage is a `CommandError`; that help or the version was printed is no failure. */
export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    const failure = error instanceof CommanderError ? usageError(error, program, words) : error;
    if (failure !== undefined) throw failure;
  }
}

/** What commander says of wrong usage, as a failure with its remedy; undefined where it only printed help or the version. */
function usageError(error: CommanderError, program: Command, words: readonly string[]): CommandError | undefined {
  if (error.exitCode === 0) return undefined;
  const named = program.commands.find(
    (command) => command.name() === words[0] || command.aliases().includes(words[0] ?? ""),
  );
  const inner = named?.commands.find((command) => command.name() === words[1]);
  const help = ["haft", named?.name(), inner?.name(), "--help"].filter((word) => word !== undefined).join(" ");
  if (error.code === "commander.help") {
    return new CommandError("no_command", "no command given", { usage: true, hint: `see: ${help}` });
  }
  const [message = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const nearest = /\(Did you mean (.*)\?\)/.exec(rest.join(" "))?.[1];
  const hint = nearest === undefined ? `see: ${help}` : `did you mean ${nearest}? See: ${help}`;
  return new CommandError("usage", [message, ...(nearest === undefined ? rest : [])].join(" "), { usage: true, hint });
}
