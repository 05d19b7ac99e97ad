// `haft explain`: what a diagnostic means, with a wrong and a right example.

import type { Command } from "commander";
import { formatExplanation } from "../../output/explanation.ts";
import { CommandError } from "../../session/command-error.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";

/** Declares `haft explain`. */
export function explainCommand(start: Start): Command {
  return declareCommand("explain", [
    ["haft explain HAFT204", "one diagnostic"],
    ["haft explain 204", "the same"],
  ])
    .argument("<code>", "a code as haft check prints it")
    .action((code: string, _flags: unknown, command: Command) =>
      start(command, (invocation) => printExplanation(code, invocation)),
    );
}

async function printExplanation(code: string, invocation: Invocation): Promise<ExitCode> {
  const { allCodes, explain } = await import("@haft/contract");
  const { printer } = invocation;
  const explanation = explain(code);
  if (!explanation) {
    throw new CommandError("unknown_code", `there is no diagnostic ${code}`, {
      usage: true,
      hint: `the codes: ${codesLike(code, allCodes()).join(", ")}`,
    });
  }
  if (printer.json) printer.document({ ok: true, ...explanation });
  else printer.result(formatExplanation(explanation, printer.out, printer.width));
  return EXIT.done;
}

/** Those of the same hundred, else all. */
function codesLike(code: string, all: readonly string[]): readonly string[] {
  const hundred = /[0-9]/.exec(code)?.[0];
  const alike = all.filter((known) => known.startsWith(`HAFT${hundred}`));
  return alike.length === 0 ? all : alike;
}
