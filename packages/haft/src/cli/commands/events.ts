// `haft events`: the log of a run, in order.

import type { Command } from "commander";
import { eventLines } from "../../output/event.ts";
import { filesElsewhere } from "../../output/files-elsewhere.ts";
import { CommandError } from "../../session/command-error.ts";
import type { RunEvent } from "../../session/run.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

interface EventsFlags extends StoreFlags {
  readonly follow?: boolean;
  readonly after: string;
}

/** Declares `haft events`. */
export function eventsCommand(start: Start): Command {
  const command = declareCommand(
    "events",
    [
      ["haft events run_01k", "the beginning of an id is enough"],
      ["haft events run_01k --follow", "until the run has ended"],
      ["haft events run_01k --json", "one event a line, in full"],
    ],
    "lines",
  )
    .argument("<run>", "the id of a run, or its beginning")
    .option("-f, --follow", "wait for more, until the run has ended")
    .option("--after <number>", "only events after this one", "0");
  return withStoreFlags(command).action((run: string, flags: EventsFlags, self: Command) =>
    start(self, (invocation) => printEvents(run, flags, invocation)),
  );
}

async function printEvents(run: string, flags: EventsFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, signal } = invocation;
  printer.streams();
  const line = eventLines(printer.out, printer.width);
  const after = Number(flags.after);
  if (!Number.isInteger(after) || after < 0) {
    throw new CommandError("usage", `--after takes the number of an event, and got ${JSON.stringify(flags.after)}`, {
      usage: true,
      hint: "write --after 3",
    });
  }
  await using session = await openStoreThatIs(flags, invocation);
  const runId = await resolveId(session, ["run"], run);
  invocation.endsItself();
  let damaged: RunEvent | undefined;
  for await (const event of session.events(runId, { after, follow: flags.follow === true, signal })) {
    if (printer.json) printer.object(event);
    else printer.result(line(event));
    damaged ??= event.unreadable === undefined ? undefined : event;
  }
  if (damaged !== undefined) throw unreadable(damaged);
  const files = printer.json ? null : await session.filesOf(runId);
  if (files !== null) {
    const next = files.away ? `; a copy of them gets them a new home: haft place move ${files.place}` : "";
    printer.message(`${runId} goes on there alone: ${filesElsewhere(files)}${next}\n`);
  }
  return EXIT.done;
}

/** Told when everything else of the log has been printed. */
function unreadable({ runId, seq, type, unreadable: why }: RunEvent): CommandError {
  return new CommandError("unreadable_event", `event ${seq} of ${runId} (${type}) cannot be read: ${why}`, {
    hint: `the store was changed or damaged: put back a copy of it, or end the run: haft cancel ${runId}`,
  });
}
