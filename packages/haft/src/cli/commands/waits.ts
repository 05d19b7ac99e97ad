// `haft waits`: what parked calls wait for, nearest deadline first.

import type { Command } from "commander";
import { fromNow } from "../../output/moment.ts";
import { formatTable } from "../../output/table.ts";
import { asText, howToGoOn, waitSummary } from "../../output/wait.ts";
import { hasPassed } from "../../session/has-passed.ts";
import type { Wait } from "../../session/wait.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { asLimit, MOST, withLimit } from "../limit.ts";
import { printWait } from "../print-wait.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

interface WaitsFlags extends StoreFlags {
  readonly all?: boolean;
  readonly limit: string;
}

/** Declares `haft waits`, also as `haft inbox`. */
export function waitsCommand(start: Start): Command {
  const command = declareCommand("waits", [
    ["haft waits", "what is open"],
    ["haft inbox", "the same"],
    ["haft inbox wait_01k", "one in full: of an approval what would run, and its source"],
    ["haft waits --all --json", "ended ones, too, for a program"],
  ])
    .alias("inbox")
    .argument("[wait]", "the id of a wait, or its beginning: that one in full")
    .option("--all", "ended ones, too");
  return withStoreFlags(withLimit(command)).action((id: string | undefined, flags: WaitsFlags, self: Command) =>
    start(self, (invocation) => (id === undefined ? listWaits(flags, invocation) : showWait(id, flags, invocation))),
  );
}

async function showWait(id: string, flags: WaitsFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const wait = await session.wait(await resolveId(session, ["wait"], id));
  if (printer.json) printer.document({ ok: true, wait });
  else await printWait(wait, session, invocation, { source: true });
  return EXIT.done;
}

async function listWaits(flags: WaitsFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, surroundings } = invocation;
  const limit = asLimit(flags.limit);
  await using session = await openStoreThatIs(flags, invocation);
  const found = await session.waits({ all: flags.all === true, limit: limit + 1 });
  const waits = found.slice(0, limit);
  if (printer.json) {
    printer.document({ ok: true, waits });
    return EXIT.done;
  }
  if (waits.length === 0) {
    printer.message("nothing waits\n");
    return EXIT.done;
  }
  const now = surroundings.now();
  const rows = waits.map((wait) => [wait.id, wait.kind, wait.tool, standingOf(wait, now), contentOf(wait, now)]);
  printer.result(
    formatTable(["wait", "kind", "tool", flags.all ? "state" : "until", "what"], rows, printer.out, printer.width),
  );
  // Nobody may think that this was everything.
  if (found.length > limit) printer.message(`there are more than these ${limit}: --limit NUMBER shows up to ${MOST}\n`);
  const question = waits.find((wait) => wait.status === "open" && wait.kind === "answer" && !hasPassed(wait, now));
  const passed = waits.find((wait) => wait.status === "open" && hasPassed(wait, now));
  if (passed) printer.message(`${passed.id}: ${howToGoOn(passed, now)}\n`);
  if (question) printer.message(`answer one: haft answer ${question.id} VALUE\n`);
  const held = waits.find((wait) => wait.status === "open" && wait.kind === "approval" && !hasPassed(wait, now));
  if (held) printer.message(`approve one: haft approve ${held.id}\n`);
  return EXIT.done;
}

function standingOf(wait: Wait, now: number): string {
  if (wait.status !== "open") return wait.endedBy === undefined ? wait.status : `${wait.status} by ${wait.endedBy}`;
  if (hasPassed(wait, now)) return wait.kind === "time" ? "due" : "expired";
  const until = wait.kind === "time" ? (wait.due ?? wait.expiresAt) : wait.expiresAt;
  return until === undefined ? "open" : fromNow(until, now);
}

function contentOf(wait: Wait, now: number): string {
  const choices = wait.choices ? ` (${wait.choices.map(asText).join(", ")})` : "";
  return waitSummary(wait, now) + choices;
}
