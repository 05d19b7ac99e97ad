// What can be typed: every command as the help lists it, and where the rest of it is. A command is loaded when it is typed.

import { Command } from "commander";
import type { Start } from "./command.ts";

/** Declares a command with its flags, its examples and its action. */
export type DeclareCommand = (start: Start) => Command;

/** A line of the help. */
export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** Its arguments, as commander writes them. */
  readonly takes?: string;
  readonly summary: string;
  /** The command's own file. */
  load(): Promise<DeclareCommand>;
}

/** The commands under the headings of the help. */
export const COMMANDS: readonly (readonly [heading: string, entries: readonly CommandEntry[]])[] = [
  [
    "Write tools:",
    [
      {
        name: "init",
        takes: "[dir]",
        summary: "Make a working project, without a network.",
        load: async () => (await import("./commands/init.ts")).initCommand,
      },
      {
        name: "new",
        summary: "Add something to a project.",
        load: async () => (await import("./commands/new.ts")).newCommand,
      },
      {
        name: "check",
        takes: "[path...]",
        summary: "Read the contracts of tools and print every problem. Runs none of their code.",
        load: async () => (await import("./commands/check.ts")).checkCommand,
      },
      {
        name: "explain",
        takes: "<code>",
        summary: "Say what a diagnostic means, with a wrong and a right example.",
        load: async () => (await import("./commands/explain.ts")).explainCommand,
      },
      {
        name: "tools",
        takes: "[path]",
        summary: "List the tools with their arguments.",
        load: async () => (await import("./commands/tools.ts")).toolsCommand,
      },
    ],
  ],
  [
    "Call them:",
    [
      {
        name: "call",
        takes: "[path] [tool]",
        summary: "Call one tool in the sandbox.",
        load: async () => (await import("./commands/call.ts")).callCommand,
      },
      {
        name: "run",
        takes: "[message]",
        summary: "Run the agent of the bundle in this folder.",
        load: async () => (await import("./commands/run.ts")).runCommand,
      },
      {
        name: "eval",
        takes: "[path]",
        summary: "Play every evals/*.script.json of a bundle, and report.",
        load: async () => (await import("./commands/eval.ts")).evalCommand,
      },
    ],
  ],
  [
    "Look at what ran:",
    [
      {
        name: "runs",
        summary: "List the runs, newest first.",
        load: async () => (await import("./commands/runs.ts")).runsCommand,
      },
      {
        name: "events",
        takes: "<run>",
        summary: "Print the log of a run.",
        load: async () => (await import("./commands/events.ts")).eventsCommand,
      },
      {
        name: "thread",
        summary: "Look at conversations, and handle them.",
        load: async () => (await import("./commands/thread.ts")).threadCommand,
      },
      {
        name: "replay",
        takes: "<run>",
        summary: "Fold the log of a run again, and report the first difference.",
        load: async () => (await import("./commands/replay.ts")).replayCommand,
      },
      {
        name: "rerun",
        takes: "<run>",
        summary: "Run again from a place in the log of a run, in a fork of its thread.",
        load: async () => (await import("./commands/rerun.ts")).rerunCommand,
      },
      {
        name: "cancel",
        takes: "<id>",
        summary: "Cancel a run or a wait.",
        load: async () => (await import("./commands/cancel.ts")).cancelCommand,
      },
    ],
  ],
  [
    "Answer what they ask:",
    [
      {
        name: "waits",
        alias: "inbox",
        takes: "[wait]",
        summary: "List what parked calls wait for, nearest deadline first.",
        load: async () => (await import("./commands/waits.ts")).waitsCommand,
      },
      {
        name: "answer",
        takes: "<wait> [value]",
        summary: "Answer what a parked call asks, and print what it comes to.",
        load: async () => (await import("./commands/answer.ts")).answerCommand,
      },
      {
        name: "approve",
        takes: "<wait>",
        summary: "Let a call run that waits for approval, and print what it comes to.",
        load: async () => (await import("./commands/approve.ts")).approveCommand,
      },
      {
        name: "deny",
        takes: "<wait>",
        summary: "Do not let a call run that waits for approval.",
        load: async () => (await import("./commands/deny.ts")).denyCommand,
      },
      {
        name: "signal",
        takes: "<key> [json]",
        summary: "Send a signal to the calls that wait for it.",
        load: async () => (await import("./commands/signal.ts")).signalCommand,
      },
    ],
  ],
  [
    "Operate:",
    [
      {
        name: "worker",
        summary: "Move every run that can move, until it is stopped.",
        load: async () => (await import("./commands/worker.ts")).workerCommand,
      },
      {
        name: "place",
        summary: "See where the files of runs are, and give them a new home.",
        load: async () => (await import("./commands/place.ts")).placeCommand,
      },
      {
        name: "policy",
        summary: "Say which calls run, which need a person, and which do not run.",
        load: async () => (await import("./commands/policy.ts")).policyCommand,
      },
      {
        name: "agent",
        summary: "Set agents: instructions, a model, and tools.",
        load: async () => (await import("./commands/agent.ts")).agentCommand,
      },
      {
        name: "model",
        summary: "Set the models that agents ask.",
        load: async () => (await import("./commands/model.ts")).modelCommand,
      },
    ],
  ],
  [
    "Look at the machine:",
    [
      {
        name: "doctor",
        takes: "[path]",
        summary: "Check what Haft needs, and say what the sandbox enforces here.",
        load: async () => (await import("./commands/doctor.ts")).doctorCommand,
      },
      {
        name: "python-path",
        summary: "Print the folder of the Python package, for tests and editors.",
        load: async () => (await import("./commands/python-path.ts")).pythonPathCommand,
      },
    ],
  ],
];

/** What the list of commands shows of one that is not loaded. */
export function outlineOf({ name, alias, takes, summary }: CommandEntry): Command {
  // Every command has `--json`: the list says that there are options.
  const outline = new Command(name).description(summary).option("--json");
  if (takes !== undefined) outline.arguments(takes);
  return alias === undefined ? outline : outline.alias(alias);
}
