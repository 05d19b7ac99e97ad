// The operator's settings of a local command: a flag, else its variable `HAFT_…`, else `haft.server.toml`.

import { readFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import type { IsolationLevel } from "@haft/sandbox";
import { CommandError } from "../session/command-error.ts";
import type { Files } from "../session/session-options.ts";
import { isDatabaseUrl, shownStore } from "../session/store-name.ts";
import type { Surroundings } from "./invocation.ts";
import { splitPair } from "./pairs.ts";

const FILE = "haft.server.toml";
const MOST_DAYS = 36_500;
const LEVELS: readonly IsolationLevel[] = ["namespaces", "seccomp", "rlimit-only"];

/** Flags that commander gives, as far as settings go. */
export interface SettingFlags {
  readonly store?: string;
  readonly data?: string;
  readonly isolation?: string;
  readonly python?: string;
  readonly environment?: readonly string[];
  readonly files?: string;
  readonly retentionDays?: string;
}

/** The settings in force. */
export interface Settings {
  readonly store?: string;
  readonly data?: string;
  readonly isolation?: IsolationLevel;
  readonly user?: string;
  readonly python?: string;
  readonly environments: Readonly<Record<string, string>>;
  readonly files?: Files;
  readonly retentionDays?: number | null;
}

/** Gathers the settings; the first place that has one wins. */
export async function readSettings(flags: SettingFlags, surroundings: Surroundings): Promise<Settings> {
  const file = await readFileSettings(surroundings.folder);
  const { environment } = surroundings;
  const text = (flag: string | undefined, name: string): string | undefined =>
    flag ?? (environment[`HAFT_${name.toUpperCase()}`] || undefined) ?? textIn(file, name);
  const store = text(flags.store, "store");
  const data = text(flags.data, "data");
  const isolation = text(flags.isolation, "isolation");
  const user = text(undefined, "user");
  const python = text(flags.python, "python");
  const files = text(flags.files, "files");
  const retentionDays = text(flags.retentionDays, "retention_days");
  return {
    ...(store === undefined ? {} : { store: asStore(store, surroundings.folder) }),
    ...(data === undefined ? {} : { data: resolve(surroundings.folder, data) }),
    ...(isolation === undefined ? {} : { isolation: asLevel(isolation) }),
    ...(user === undefined ? {} : { user }),
    ...(python === undefined ? {} : { python }),
    ...(files === undefined ? {} : { files: asFiles(files) }),
    ...(retentionDays === undefined ? {} : { retentionDays: asDays(retentionDays) }),
    environments: readEnvironments(flags.environment ?? [], file, surroundings.folder),
  };
}

function asLevel(text: string): IsolationLevel {
  const level = LEVELS.find((candidate) => candidate === text);
  if (level) return level;
  throw new CommandError("usage", `there is no isolation level ${JSON.stringify(text)}`, {
    usage: true,
    hint: `the levels, strongest first: ${LEVELS.join(", ")}`,
  });
}

function asFiles(text: string): Files {
  if (text === "shared" || text === "local") return text;
  throw new CommandError("usage", `HAFT_FILES is shared or local, and is ${JSON.stringify(text)}`, {
    usage: true,
    hint: "shared: all machines mount one data folder; local: each has its own",
  });
}

/** Null: for ever. */
function asDays(text: string): number | null {
  if (text === "off") return null;
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= MOST_DAYS) return days;
  throw new CommandError(
    "usage",
    `runs are kept for 1 to ${MOST_DAYS} days after their end, or for ever, and not for ${JSON.stringify(text)}`,
    { usage: true, hint: "write --retention-days 30 (HAFT_RETENTION_DAYS=30), or off: for ever" },
  );
}

function asStore(store: string, folder: string): string {
  if (isDatabaseUrl(store)) return store;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(store)) return resolve(folder, store);
  throw new CommandError("usage", `the store ${shownStore(store)} is neither a file nor a PostgreSQL database`, {
    usage: true,
    hint: "name a file (--store ./.haft/haft.db) or a database (HAFT_STORE=postgres://haft@host/name)",
  });
}

function readEnvironments(
  flags: readonly string[],
  file: Readonly<Record<string, unknown>>,
  folder: string,
): Readonly<Record<string, string>> {
  const environments: Record<string, string> = {};
  const listed = file.environment;
  if (typeof listed === "object" && listed !== null) {
    for (const [name, path] of Object.entries(listed)) environments[name] = resolve(folder, String(path));
  }
  for (const flag of flags) {
    const [name, path] = splitPair(flag, "--environment", "support=./env");
    environments[name] = isAbsolute(path) ? path : resolve(folder, path);
  }
  return environments;
}

function textIn(file: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = file[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

async function readFileSettings(folder: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readFile(join(folder, FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split("\n")[0] ?? "";
    throw new CommandError("bad_settings", `${FILE}:${error.line}:${error.column}: ${reason}`, {
      usage: true,
      hint: `mend that line of ${FILE}`,
    });
  }
}
