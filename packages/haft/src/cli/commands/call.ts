// `haft call`: one call in the sandbox, through the engine and the log.

import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { CallRequest } from "../../session/run.ts";
import { collect, declareCommand, type Start } from "../command.ts";
import { converse } from "../converse.ts";
import type { ExitCode } from "../exit-code.ts";
import { finish, moving, observe, tellOfNetwork } from "../finish.ts";
import { type GivenFlags, readGiven, withGiven } from "../given.ts";
import { goingCall } from "../going.ts";
import type { Invocation } from "../invocation.ts";
import { type MoveFlags, openSessionFor, withMoveFlags } from "../session-flags.ts";

interface CallFlags extends MoveFlags, GivenFlags {
  readonly arg?: readonly string[];
  readonly args?: string;
}

/** Declares `haft call`. */
export function callCommand(start: Start): Command {
  const command = declareCommand("call", [
    ["haft call greet --arg name=Ada", "a tool of the project in this folder"],
    ["haft call tools/weather.py forecast --arg days=3", "a tool of one file"],
    ["haft call tools/greet.py --arg name=Ada", "the only tool of a file"],
    [`haft call greet --args '{"name": "Ada"}'`, "all arguments as JSON; also @FILE or -"],
    ["haft call summarise --arg text=@notes.txt", "an argument from a file"],
    ["haft call open_issues --secret TRACKER_TOKEN --network", "a secret from the environment or .env"],
    ["haft call greet --arg name=Ada --json", "the Outcome"],
  ])
    .argument("[path]", "a file, a folder or a bundle (default: this folder)")
    .argument("[tool]", "a tool's name; with one argument: a tool, or a file that has one tool")
    .option(
      "--arg <name=value>",
      "one argument; the schema says how the text is read; NAME=@FILE reads a file",
      collect,
    )
    .option("--args <json>", "all arguments: JSON, @FILE, or - for standard input; an --arg beside it wins");
  return withMoveFlags(withGiven(command)).action(
    (first: string | undefined, second: string | undefined, flags: CallFlags, self: Command) =>
      start(self, (invocation) => call(first, second, flags, invocation)),
  );
}

async function call(
  first: string | undefined,
  second: string | undefined,
  flags: CallFlags,
  invocation: Invocation,
): Promise<ExitCode> {
  const { surroundings, signal } = invocation;
  const { readArguments } = await import("../call-arguments.ts");
  const { nearest } = await import("@haft/contract");
  const target = targetOf(first, second, surroundings.folder);
  const request: CallRequest = {
    ...target,
    arguments: await readArguments(flags, surroundings, nearest, target.path),
    ...(await readGiven(flags, surroundings)),
  };
  await using session = await openSessionFor(flags, invocation, [folderOf(target.path, surroundings.folder)]);
  if (flags.network === true) tellOfNetwork(invocation);
  invocation.endsItself();
  const outcome = await moving(invocation, "calling", () => session.call(request, observe(invocation), signal));
  const going = goingCall(outcome.runId, session, invocation);
  return await finish(await converse(outcome, going, session, invocation), session, invocation);
}

/** Two arguments are a path and a tool. One is a path if it looks like one or is a file, else a tool of this folder. */
function targetOf(
  first: string | undefined,
  second: string | undefined,
  folder: string,
): { readonly path: string; readonly tool?: string } {
  if (first === undefined) return { path: "." };
  if (second !== undefined) return { path: first, tool: second };
  return isPath(first, folder) ? { path: first } : { path: ".", tool: first };
}

function isPath(text: string, folder: string): boolean {
  if (/\.(py|ts)$/.test(text) || text === "." || text === ".." || /^\.{0,2}\//.test(text) || text.endsWith("/"))
    return true;
  const stats = statSync(resolve(folder, text), { throwIfNoEntry: false });
  // `toolset/tool` names a tool, unless there is such a path.
  return stats?.isFile() === true || (stats !== undefined && text.includes("/"));
}

function folderOf(path: string, folder: string): string {
  const absolute = resolve(folder, path);
  return statSync(absolute, { throwIfNoEntry: false })?.isDirectory() ? absolute : dirname(absolute);
}
