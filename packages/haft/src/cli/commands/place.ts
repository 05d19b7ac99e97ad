// `haft place`: where the files of a database's runs are, and a new home for those whose machine is gone.

import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { plainText } from "../../output/plain-text.ts";
import { formatTable } from "../../output/table.ts";
import type { PlaceMove, PlaceSummary } from "../../session/places.ts";
import { declareCommand, declareSubcommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { openSessionFor, openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

interface MoveFlags extends StoreFlags {
  readonly apply?: boolean;
  readonly incomplete?: boolean;
}

/** Declares `haft place`. */
export function placeCommand(start: Start): Command {
  const command = declareCommand("place", [
    ["haft place list", "where runs have their files"],
    [
      "haft place move desk-1-4f2a90c1 --data /srv/haft-copy",
      "what a copy has of them; with --apply it becomes their home",
    ],
  ]);
  return command.addCommand(list(start)).addCommand(move(start));
}

function list(start: Start): Command {
  const command = declareSubcommand("list", "List the places where open runs have their files.", [
    ["haft place list", "with the workers that are at work at each"],
  ]);
  return withStoreFlags(command).action((flags: StoreFlags, self: Command) =>
    start(self, (invocation) => listPlaces(flags, invocation)),
  );
}

function move(start: Start): Command {
  const what = "Make a copy of a data folder the new home of its runs. --data names the copy.";
  const command = declareSubcommand("move", what, [
    ["haft place move desk-1-4f2a90c1 --data /srv/haft-copy", "say what there is in the copy, and change nothing"],
    ["haft place move desk-1-4f2a90c1 --data /srv/haft-copy --apply", "make the copy the new home"],
  ])
    .argument("<place>", "the place whose home is gone, as haft runs and haft place list name it")
    .option("--apply", "do it; without it is only said what would be done")
    .option("--incomplete", "also if the copy lacks something that a run needs");
  return withStoreFlags(command).action((place: string, flags: MoveFlags, self: Command) =>
    start(self, (invocation) => movePlace(place, flags, invocation)),
  );
}

async function listPlaces(flags: StoreFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const places = await session.places();
  if (printer.json) printer.document({ ok: true, places });
  else if (places.length === 0) printer.message("no run has its files in one place only\n");
  else {
    const rows = places.map((one) => [one.place, count(one.runs, "open run"), whereIs(one), workersOf(one)]);
    printer.result(formatTable(["place", "has", "home", "workers"], rows, printer.out, printer.width));
  }
  return EXIT.done;
}

function whereIs({ here, home }: PlaceSummary): string {
  const where = home === undefined ? "" : `${home.folder} on ${home.machine}`;
  return here ? `${where} (here)`.trim() : where;
}

function workersOf({ workers, runs }: PlaceSummary): string {
  if (workers.length > 0) return workers.map(({ machine }) => machine).join(", ");
  return runs === 0 ? "none" : "none: its runs wait";
}

async function movePlace(place: string, flags: MoveFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openSessionFor(flags, invocation);
  const { apply = false, incomplete = false } = flags;
  const moved = await session.movePlace(place, { apply, incomplete });
  const held = moved.held?.length ?? 0;
  const failed = held > 0 || (!apply && moved.missing.length > 0 && !incomplete);
  if (printer.json) printer.document({ ok: !failed, ...moved });
  else for (const line of lines(moved)) printer.message(`${plainText(line)}\n`);
  return failed ? EXIT.failed : EXIT.done;
}

function lines(moved: PlaceMove): readonly string[] {
  const { from, folder, runs, missing, missingMore } = moved;
  const lacks = missing.map(({ runId, what, name }) => `missing: the ${what} ${name} of ${runId}`);
  const more = missingMore > 0 ? [`missing: ${missingMore} more`] : [];
  if (!moved.applied) {
    const ready = missing.length === 0 ? `nothing of what they need is missing in ${folder}` : "";
    return [
      `${count(runs, "open run")} of ${from}; nobody is at work there`,
      ...lacks,
      ...more,
      ...(ready === "" ? [] : [ready]),
      "nothing was changed; with --apply this folder becomes their home",
    ];
  }
  const held = moved.held ?? [];
  return [
    ...lacks,
    ...more,
    `${folder} is the place ${moved.to} now: ${count(moved.moved ?? 0, "open run")} of ${from} and ${moved.ended ?? 0} that have ended are at home there`,
    held.length === 0
      ? "start a worker here: haft worker"
      : `${count(held.length, "run")} (${held[0]} …) were taken by somebody meanwhile: say the same again in half a minute`,
  ];
}
