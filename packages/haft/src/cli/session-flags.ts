// The flags of commands that work on the store, and the session that they ask for.

import { userInfo } from "node:os";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Printer } from "../output/printer.ts";
import { CommandError } from "../session/command-error.ts";
import type { Session } from "../session/session.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { shownStore } from "../session/store-name.ts";
import { collect } from "./command.ts";
import { readSecrets, SHORTEST_MASKED } from "./dotenv.ts";
import type { Invocation } from "./invocation.ts";
import { readSettings, type SettingFlags } from "./settings.ts";

/** Flags of every command that opens the store. */
export interface StoreFlags extends SettingFlags {
  readonly as?: string;
}

/** Flags of commands that move calls, too. */
export interface MoveFlags extends StoreFlags {
  readonly secret?: readonly string[];
  readonly network?: boolean;
  readonly workspace?: string;
  readonly wait?: boolean;
  readonly model?: string;
}

/** Adds the flags that say where the store is and who is asking. */
export function withStoreFlags(command: Command): Command {
  return command
    .addOption(new Option("--store <store>", "a file, or postgres://… (default: ./.haft/haft.db)").helpGroup("Store:"))
    .addOption(new Option("--data <dir>", "where artifacts and /data are kept (default: ./.haft)").helpGroup("Store:"))
    .addOption(new Option("--as <name[:role,…]>", "who is asking (default: the machine's user)").helpGroup("Store:"));
}

/** Adds the flags that say what a call may use. */
export function withMoveFlags(command: Command): Command {
  const grants = [
    new Option("--secret <name>", "give a secret: NAME from the environment or .env, or NAME=VALUE").argParser(collect),
    new Option("--network", "share the machine's network with the call"),
    new Option("--workspace <dir>", "a folder; a private copy of it is ctx.workdir"),
  ];
  const sandbox = [
    new Option("--isolation <level>", "the least level accepted: namespaces, seccomp or rlimit-only"),
    new Option("--python <interpreter>", "the Python that runs the tool"),
    new Option("--environment <name=dir>", "a package environment").argParser(collect),
  ];
  for (const option of grants) command.addOption(option.helpGroup("What the call may use:"));
  for (const option of sandbox) command.addOption(option.helpGroup("Sandbox:"));
  return withStoreFlags(command);
}

/** Opens a session for a command that looks at what there is: where there is no store it makes none, and says so where it lists. */
export async function openStoreThatIs(flags: MoveFlags, invocation: Invocation): Promise<Session> {
  const session = await openWithoutStore(flags, invocation);
  const { printer } = invocation;
  if (session.absentStore === undefined || printer.json) return session;
  const where = shownStore(session.absentStore);
  return whereEmpty(session, () => printer.message(`there is no store at ${where}; the first call makes one\n`));
}

/** Says why what is listed is empty. Whatever asks for one thing is refused with the same words, so that they stand once. */
function whereEmpty(session: Session, tell: () => void): Session {
  const told = async <T>(empty: Promise<T>): Promise<T> => {
    const nothing = await empty;
    tell();
    return nothing;
  };
  return {
    ...session,
    list: (kind) => told(session.list(kind)),
    threads: (limit) => told(session.threads(limit)),
    runs: (filter) => told(session.runs(filter)),
    waits: (filter) => told(session.waits(filter)),
    workOnce: (observer, signal, trouble) => told(session.workOnce(observer, signal, trouble)),
  };
}

/** The same for a command that needs no store: nothing is said where there is none. `folders` are looked through for a `.env`. */
export async function openWithoutStore(
  flags: MoveFlags,
  invocation: Invocation,
  folders: readonly string[] = [],
): Promise<Session> {
  const options = await sessionOptions(flags, invocation, folders);
  return (await invocation.parts.openSession())({ ...options, looks: true });
}

/** Opens the session that the flags ask for. `folders` are looked through for a `.env`. */
export async function openSessionFor(
  flags: MoveFlags,
  invocation: Invocation,
  folders: readonly string[] = [],
): Promise<Session> {
  const options = await sessionOptions(flags, invocation, folders);
  return (await invocation.parts.openSession())(options);
}

/** What the flags, the variables and the settings file come to. */
export async function sessionOptions(
  flags: MoveFlags,
  invocation: Invocation,
  folders: readonly string[] = [],
): Promise<SessionOptions> {
  const { surroundings } = invocation;
  const envFolders = [...new Set([surroundings.folder, ...folders])];
  const settings = await readSettings(flags, surroundings);
  const secrets = await readSecrets(flags.secret ?? [], surroundings.environment, envFolders);
  warnOfShortSecrets(secrets, invocation.printer);
  return {
    ...settings,
    as: flags.as === undefined ? { name: machineUser(), roles: [] } : readPerson(flags.as),
    secrets,
    network: flags.network === true,
    ...(flags.workspace === undefined ? {} : { workspace: resolve(surroundings.folder, flags.workspace) }),
    wait: flags.wait === true,
    ...(flags.model === undefined ? {} : { model: flags.model }),
    // HAFT_MODEL and the keys of providers are read by whoever asks a model: no `.env` of a project can name them.
    environment: surroundings.environment,
  };
}

/** Told with `--json`, too: what such a secret says would stand in the log and in the output. */
function warnOfShortSecrets(secrets: Readonly<Record<string, string>>, { message, err }: Printer): void {
  for (const [name, value] of Object.entries(secrets)) {
    if (value.length >= SHORTEST_MASKED) continue;
    const why = `the secret ${name} is shorter than ${SHORTEST_MASKED} characters, so it cannot be told from text`;
    message(`${err.warning("warning:")} ${why}: it is not masked in the log, nor in what is printed\n`);
  }
}

/** `NAME` or `NAME:ROLE,ROLE`. */
function readPerson(text: string): { readonly name: string; readonly roles: readonly string[] } {
  const [name = "", roles = ""] = text.split(/:(.*)/s);
  if (name.trim() === "") {
    throw new CommandError("usage", `--as takes a name, and got ${JSON.stringify(text)}`, {
      usage: true,
      hint: "write --as ada or --as ada:support",
    });
  }
  return {
    name: name.trim(),
    roles: roles
      .split(",")
      .map((role) => role.trim())
      .filter((role) => role !== ""),
  };
}

function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the user database, as in many containers.
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
