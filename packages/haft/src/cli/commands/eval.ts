// `haft eval`: plays the scripts of a bundle and says which went as expected.

import { resolve } from "node:path";
import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { formatEval } from "../../output/eval.ts";
import { CommandError } from "../../session/command-error.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { moving } from "../finish.ts";
import { withWait } from "../given.ts";
import type { Invocation } from "../invocation.ts";
import { type MoveFlags, openWithoutStore, withMoveFlags } from "../session-flags.ts";

/** Declares `haft eval`. */
export function evalCommand(start: Start): Command {
  const command = declareCommand("eval", [
    ["haft eval", "the bundle in this folder"],
    ["haft eval desk --workspace desk/sample", "with a folder for the tools to work in"],
    ["haft eval desk --wait", "where its tools watch files"],
    ["haft eval --json", "for a program"],
  ]).argument("[path]", "a bundle or a project", ".");
  return withMoveFlags(withWait(command)).action((path: string, flags: MoveFlags, self: Command) =>
    start(self, (invocation) => evaluate(path, flags, invocation)),
  );
}

async function evaluate(path: string, flags: MoveFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, signal, surroundings } = invocation;
  await using session = await openWithoutStore(flags, invocation, [resolve(surroundings.folder, path)]);
  invocation.endsItself();
  const observer = printer.json
    ? {}
    : { checked: (result: Parameters<typeof formatEval>[0]) => printer.result(formatEval(result, printer.out)) };
  const results = await moving(invocation, "playing scripts", () => session.evals(path, observer, signal));
  if (results.length === 0) {
    throw new CommandError("no_evals", `there is no evals/*.script.json in ${path}`, {
      hint: `write evals/first.script.json, for example [{"type": "tool.call", "toolName": "greet", "arguments": {}}]`,
    });
  }
  const failed = results.filter((result) => !result.ok).length;
  if (printer.json) printer.document({ ok: failed === 0, evals: results });
  else
    printer.message(
      `${count(results.length, "script")}, ${failed === 0 ? "all as expected" : `${failed} not as expected`}\n`,
    );
  return failed === 0 ? EXIT.done : EXIT.failed;
}
