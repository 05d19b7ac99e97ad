// `haft approve`: lets a call run that waits for approval, also with other arguments, and moves its run.

import type { JsonObject } from "@haft/sdk/wire";
import type { Command } from "commander";
import { describeEdit } from "../../output/approval.ts";
import type { Wait } from "../../session/wait.ts";
import { declareCommand, type Start } from "../command.ts";
import type { ExitCode } from "../exit-code.ts";
import { withWait } from "../given.ts";
import { refuseOtherSecrets, withGoOnFlags } from "../go-on-flags.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { readJsonObject } from "../json-input.ts";
import { type MoveFlags, openStoreThatIs } from "../session-flags.ts";
import { refuseUnless, settle } from "../settle.ts";

interface ApproveFlags extends MoveFlags {
  readonly args?: string;
  readonly reason?: string;
  readonly resumeOriginal?: boolean;
}

const ARGS = { name: "--args", example: `--args '{"version": "2.0"}'` };

/** Declares `haft approve`. */
export function approveCommand(start: Start): Command {
  const command = declareCommand("approve", [
    ["haft approve wait_01k", "the beginning of an id is enough"],
    ["haft approve wait_01k --as ada:release", "as somebody else, with roles"],
    [`haft approve wait_01k --args '{"version": "2.0"}'`, "with other arguments, which policies look at again"],
    ["haft approve wait_01k --args @arguments.json", "the same from a file; - reads standard input"],
    ["haft approve wait_01k --resume-original", "with the source it was asked for, though it has changed"],
  ])
    .argument("<wait>", "the id of a wait, or its beginning")
    .option("--args <json>", "other arguments, all of them: JSON, @FILE, or - for standard input")
    .option("--reason <text>", "why, for the log")
    .option("--resume-original", "run the source it was asked for, though it has changed since");
  return withGoOnFlags(withWait(command)).action((wait: string, flags: ApproveFlags, self: Command) =>
    start(self, (invocation) => approve(wait, flags, invocation)),
  );
}

async function approve(id: string, flags: ApproveFlags, invocation: Invocation): Promise<ExitCode> {
  const edited = flags.args === undefined ? undefined : await readJsonObject(flags.args, ARGS, invocation.surroundings);
  await using session = await openStoreThatIs(flags, invocation);
  const wait = await session.wait(await resolveId(session, ["wait"], id));
  refuseUnless("approval", wait, invocation.surroundings.now());
  await refuseOtherSecrets(session, wait.runId, flags);
  if (edited !== undefined) tellOfEdit(wait, edited, invocation);
  const options = {
    ...(edited === undefined ? {} : { arguments: edited }),
    ...(flags.reason === undefined ? {} : { reason: flags.reason }),
    ...(flags.resumeOriginal === true ? { resumeOriginal: true } : {}),
  };
  return await settle(
    wait,
    { act: (observer, signal) => session.approve(wait.id, options, observer, signal) },
    session,
    invocation,
  );
}

function tellOfEdit(wait: Wait, edited: JsonObject, { printer }: Invocation): void {
  if (printer.json || wait.approval === undefined) return;
  const changes = describeEdit(wait.approval.arguments, edited);
  printer.message(changes.length === 0 ? "the arguments are as they were\n" : `${changes.join("\n")}\n`);
}
