// `haft thread`: conversations, each with its messages and runs.

import type { JsonObject } from "@haft/sdk/wire";
import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { formatMoment } from "../../output/moment.ts";
import { formatTable } from "../../output/table.ts";
import { formatThread } from "../../output/thread.ts";
import { CommandError } from "../../session/command-error.ts";
import { declareCommand, declareSubcommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { readJsonObject } from "../json-input.ts";
import { asLimit, withLimit } from "../limit.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

interface ListFlags extends StoreFlags {
  readonly limit: string;
}

interface SetFlags extends StoreFlags {
  readonly title?: string;
  readonly metadata?: string;
  readonly agent?: string;
}

const METADATA = { name: "--metadata", example: `--metadata '{"customer": "c_17"}'` };

/** Declares `haft thread` with its commands. */
export function threadCommand(start: Start): Command {
  const list = declareSubcommand("list", "List the threads, newest first.", [["haft thread list", "the last 20"]]);
  const show = declareSubcommand("show", "Print a thread with its messages.", [
    ["haft thread show thr_01k", "the beginning of an id is enough"],
  ]).argument("<thread>", "the id of a thread, or its beginning");
  const set = declareSubcommand("set", "Change what is kept with a thread.", [
    [`haft thread set thr_01k --title "Release 2.0"`, "its title"],
    [`haft thread set thr_01k --metadata '{"customer": "c_17"}'`, "all of its metadata"],
  ])
    .argument("<thread>", "the id of a thread, or its beginning")
    .option("--title <text>", "what it is called in lists")
    .option("--metadata <json>", "an object that takes the place of the one there is: JSON, @FILE, or -")
    .option("--agent <id>", "the agent that its next messages go to");
  const remove = declareSubcommand("remove", "Remove a thread with its runs and artifacts.", [
    ["haft thread remove thr_01k", "only once all of its runs have ended"],
  ]).argument("<thread>", "the id of a thread, or its beginning");
  return declareCommand("thread", [
    ["haft thread list", "what there is"],
    [`haft run "And express?" --thread thr_01k`, "goes on with one"],
  ])
    .addCommand(
      withStoreFlags(withLimit(list)).action((flags: ListFlags, self: Command) =>
        start(self, (invocation) => listThreads(flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(show).action((id: string, flags: StoreFlags, self: Command) =>
        start(self, (invocation) => showThread(id, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(set).action((id: string, flags: SetFlags, self: Command) =>
        start(self, (invocation) => setThread(id, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(remove).action((id: string, flags: StoreFlags, self: Command) =>
        start(self, (invocation) => removeThread(id, flags, invocation)),
      ),
    );
}

async function listThreads(flags: ListFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  const limit = asLimit(flags.limit);
  await using session = await openStoreThatIs(flags, invocation);
  const threads = await session.threads(limit);
  if (printer.json) printer.document({ ok: true, threads });
  else if (threads.length === 0) printer.message(`no threads yet; begin one: haft run "MESSAGE"\n`);
  else {
    const rows = threads.map((thread) => [
      thread.id,
      thread.agent ?? "",
      formatMoment(thread.createdAt),
      thread.title ?? "",
    ]);
    printer.result(formatTable(["thread", "agent", "began", "title"], rows, printer.out, printer.width));
  }
  return EXIT.done;
}

async function showThread(id: string, flags: StoreFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const thread = await session.thread(await resolveId(session, ["thr"], id));
  if (printer.json) printer.document({ ok: true, thread });
  else printer.result(formatThread(thread, printer.out));
  return EXIT.done;
}

async function setThread(id: string, flags: SetFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, surroundings } = invocation;
  const metadata: JsonObject | undefined =
    flags.metadata === undefined ? undefined : await readJsonObject(flags.metadata, METADATA, surroundings);
  const change = {
    ...(flags.title === undefined ? {} : { title: flags.title }),
    ...(flags.agent === undefined ? {} : { agent: flags.agent }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  if (Object.keys(change).length === 0) {
    throw new CommandError("usage", "nothing is said about the thread", {
      usage: true,
      hint: "give --title, --metadata or --agent",
    });
  }
  await using session = await openStoreThatIs(flags, invocation);
  const thread = await session.setThread(await resolveId(session, ["thr"], id), change);
  if (printer.json) printer.document({ ok: true, thread });
  else printer.result(`${thread.id} changed\n`);
  return EXIT.done;
}

async function removeThread(id: string, flags: StoreFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const threadId = await resolveId(session, ["thr"], id);
  const { runs } = await session.removeThread(threadId);
  if (printer.json) printer.document({ ok: true, id: threadId, runs });
  else printer.result(`${threadId} removed, with ${runs === 0 ? "no runs" : count(runs, "run")}\n`);
  return EXIT.done;
}
