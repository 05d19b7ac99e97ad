// `haft python-path`: the folder of the Python package, for tests and editors.

import type { Command } from "commander";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";

/** Declares `haft python-path`. */
export function pythonPathCommand(start: Start): Command {
  return declareCommand("python-path", [
    ['PYTHONPATH="$(haft python-path)" python3 -m unittest', "run a project's unit tests"],
    ["haft python-path", "the folder to add in an editor's settings"],
  ]).action((_flags: unknown, self: Command) => start(self, printPythonPath));
}

async function printPythonPath(invocation: Invocation): Promise<ExitCode> {
  const { pythonPath } = await import("@haft/python");
  if (invocation.printer.json) invocation.printer.document({ ok: true, path: pythonPath });
  else invocation.printer.result(`${pythonPath}\n`);
  return EXIT.done;
}
