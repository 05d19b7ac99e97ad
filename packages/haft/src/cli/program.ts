// The program `haft`: every command, and how usage errors are told.

import { Command, CommanderError } from "commander";
import type { Start } from "./command.ts";
import { agentCommand } from "./commands/agent.ts";
import { answerCommand } from "./commands/answer.ts";
import { approveCommand } from "./commands/approve.ts";
import { callCommand } from "./commands/call.ts";
import { cancelCommand } from "./commands/cancel.ts";
import { checkCommand } from "./commands/check.ts";
import { denyCommand } from "./commands/deny.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { evalCommand } from "./commands/eval.ts";
import { eventsCommand } from "./commands/events.ts";
import { explainCommand } from "./commands/explain.ts";
import { initCommand } from "./commands/init.ts";
import { modelCommand } from "./commands/model.ts";
import { newCommand } from "./commands/new.ts";
import { policyCommand } from "./commands/policy.ts";
import { pythonPathCommand } from "./commands/python-path.ts";
import { replayCommand } from "./commands/replay.ts";
import { rerunCommand } from "./commands/rerun.ts";
import { runCommand } from "./commands/run.ts";
import { runsCommand } from "./commands/runs.ts";
import { signalCommand } from "./commands/signal.ts";
import { threadCommand } from "./commands/thread.ts";
import { toolsCommand } from "./commands/tools.ts";
import { waitsCommand } from "./commands/waits.ts";
import { workerCommand } from "./commands/worker.ts";
import { CommandError } from "./session.ts";

const GROUPS = [
  ["Write tools:", [initCommand, newCommand, checkCommand, explainCommand, toolsCommand]],
  ["Call them:", [callCommand, runCommand, evalCommand]],
  ["Look at what ran:", [runsCommand, eventsCommand, threadCommand, replayCommand, rerunCommand, cancelCommand]],
  ["Answer what they ask:", [waitsCommand, answerCommand, approveCommand, denyCommand, signalCommand]],
  ["Operate:", [workerCommand, policyCommand, agentCommand, modelCommand]],
  ["Look at the machine:", [doctorCommand, pythonPathCommand]],
] as const;

/** Builds the program. `start` runs the action of the command that was named. */
export function createProgram(version: string, start: Start): Command {
  const program = new Command("haft")
    .description("Turns a typed function into a tool that an AI agent can be trusted with.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .addHelpCommand(new Command("help [command]").description("Print help for a command.").helpGroup("More:"))
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText("after", "\nhaft COMMAND --help shows a command's options and examples.");
  for (const [heading, commands] of GROUPS) {
    for (const declare of commands) {
      const command = declare(start).copyInheritedSettings(program).helpGroup(heading);
      for (const inner of command.commands) inner.copyInheritedSettings(program);
      program.addCommand(command);
    }
  }
  return program;
}

/** What commander says of wrong usage, as a failure with its remedy; undefined where it only printed help or the version. */
export function usageError(
  error: CommanderError,
  program: Command,
  words: readonly string[],
): CommandError | undefined {
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

export { CommanderError };
