// `haft replay`: whether today's code makes of a stored log what is stored.

import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { jsonText } from "../../output/json-text.ts";
import { plainText } from "../../output/plain-text.ts";
import type { ReplayReport } from "../../session/checks.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

/** Declares `haft replay`. */
export function replayCommand(start: Start): Command {
  const command = declareCommand("replay", [
    ["haft replay run_01k", "runs nothing, asks nobody, changes nothing"],
  ]).argument("<run>", "the id of a run, or its beginning");
  return withStoreFlags(command).action((run: string, flags: StoreFlags, self: Command) =>
    start(self, (invocation) => replay(run, flags, invocation)),
  );
}

async function replay(run: string, flags: StoreFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const runId = await resolveId(session, ["run"], run);
  const report = await session.replay(runId);
  if (printer.json) printer.document({ runId, ...report });
  else printer.result(tell(runId, report));
  return report.ok ? EXIT.done : EXIT.failed;
}

function tell(runId: string, { ok, events, difference }: ReplayReport): string {
  if (ok) return `${runId} replays: ${count(events, "event")}, nothing is different\n`;
  if (difference === undefined) return `${runId} does not replay\n`;
  const at = difference.seq === undefined ? "" : ` at event ${difference.seq}`;
  return plainText(
    `${runId} differs${at}: ${difference.what}\n  stored: ${jsonText(difference.stored)}\n  folded: ${jsonText(difference.folded)}\n`,
  );
}
