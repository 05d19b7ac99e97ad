// How a command is declared: with `--json`, `--help` and examples like every other, and an action that returns its exit code.

import { Command } from "commander";
import type { ExitCode } from "./exit-code.ts";
import type { Invocation } from "./invocation.ts";

/** Runs an action with its invocation and keeps the exit code; made once, in `program.ts`. */
export type Start = (command: Command, action: (invocation: Invocation) => Promise<ExitCode>) => Promise<void>;

/** One line that can be typed, and what it does. */
export type Example = readonly [line: string, meaning: string];

/** What `--json` prints: one document, or an object for each thing that happens. */
export type JsonForm = "document" | "lines";

const JSON_FORMS: Readonly<Record<JsonForm, string>> = {
  document: "print one JSON document on standard output and nothing else",
  lines: "print JSON on standard output and nothing else: one object a line",
};

/** A command with `--json` and examples; arguments, options and the action are added by its file, its summary by the table. */
export function declareCommand(name: string, examples: readonly Example[], json: JsonForm = "document"): Command {
  const longest = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  ${line.padEnd(longest)}   ${meaning}`.trimEnd());
  return new Command(name).option("--json", JSON_FORMS[json]).addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}

/** The same for a command inside another, which no table lists. */
export function declareSubcommand(name: string, summary: string, examples: readonly Example[]): Command {
  return declareCommand(name, examples).description(summary);
}

/** An option that may be given several times: every value, in order. */
export function collect(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}
