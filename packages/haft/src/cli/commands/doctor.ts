// `haft doctor`: what this machine gives, each fault with its remedy, and what the sandbox enforces.

import type { Command } from "commander";
import { formatReport } from "../../output/doctor.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { type MoveFlags, sessionOptions } from "../session-flags.ts";

/** Declares `haft doctor`. */
export function doctorCommand(start: Start): Command {
  return declareCommand("doctor", [
    ["haft doctor", "this folder, this machine"],
    ["haft doctor --isolation namespaces", "whether that level can be had"],
    ["haft doctor --json", "for a program"],
  ])
    .argument("[path]", "the project to look at", ".")
    .option("--isolation <level>", "the least level accepted: namespaces, seccomp or rlimit-only")
    .option("--python <interpreter>", "the Python that runs the tools")
    .option("--store <file>", "the store (default: ./.haft/haft.db)")
    .option("--data <dir>", "where artifacts and /data are kept (default: ./.haft)")
    .action((path: string, flags: MoveFlags, self: Command) =>
      start(self, (invocation) => examine(path, flags, invocation)),
    );
}

async function examine(path: string, flags: MoveFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  const look = await invocation.parts.examine();
  const report = await look(await sessionOptions(flags, invocation), path);
  if (printer.json) printer.document(report);
  else printer.result(formatReport(report, printer.out));
  return report.ok ? EXIT.done : EXIT.failed;
}
