// Opening a database file: its folder, its file system, its settings, its version.

import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { int } from "../database/row.ts";
import { StoreError } from "../database/store-error.ts";
import { MIGRATIONS, type Migration, migrationSql } from "../schema/migrations.ts";
import { Database } from "./database.ts";
import { SQLITE } from "./dialect.ts";
import { asStoreError } from "./sqlite-error.ts";

/** "HAFT": marks the file as a store. */
const APPLICATION = 0x48414654;

/** File systems on which SQLite's locks do not hold between machines, by their magic number. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x517b, "SMB"],
  [0x01021997, "9p"],
  [0x5346414f, "AFS"],
  [0x0bd00bd0, "Lustre"],
  [0x00c36400, "Ceph"],
  [0x47504653, "GPFS"],
]);

/** Opens and, where it is new or older, migrates the store. Throws `StoreError`. */
export function openDatabase(file: string, migrations: readonly Migration[] = MIGRATIONS): Database {
  prepareFolder(file);
  makePrivate(file);
  const database = new Database(file);
  try {
    // The version is looked at before anything is set: setting the journal would write to a store that is not ours.
    const version = checkVersion(database, migrations.length);
    // `temp_store` in memory, so that a sort never needs another file; the log is cut back after 1,000 pages.
    database.script(
      "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = off; pragma temp_store = memory;",
    );
    if (version < migrations.length) migrate(database, migrations);
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw asStoreError(error, file);
  }
}

function prepareFolder(file: string): void {
  const folder = dirname(file);
  try {
    makeFolder(folder);
  } catch (error) {
    throw new StoreError(
      "store_read_only",
      `the folder of the store, ${folder}, cannot be made: ${error instanceof Error ? error.message : String(error)}`,
      "make it by hand, or name another file with --store FILE",
      error,
    );
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() || !statSync(folder).isDirectory()) {
    const what = statSync(folder).isDirectory() ? `${file} is a folder` : `${folder} is no folder`;
    throw new StoreError("store_unreadable", `the store cannot be opened: ${what}`, "name a file with --store FILE");
  }
  const kind = NETWORK.get(statfsSync(folder).type >>> 0);
  if (kind !== undefined) {
    throw new StoreError(
      "store_on_network",
      `the store ${file} lies on a network file system (${kind}), where its locks do not hold`,
      "put it on a disk of this machine with --store FILE",
    );
  }
}

/** One folder after another: Node's own recursive way never comes back where a file system refuses with "no such file", as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it just now.
    if (!existsSync(folder)) throw error;
  }
}

/** A new store is its owner's alone; SQLite gives the files beside it the same mode. What is wrong with the place it says itself. */
function makePrivate(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {
    return;
  }
}

function checkVersion(database: Database, newest: number): number {
  const version = readPragma(database, "user_version");
  const application = readPragma(database, "application_id");
  const tables = int(database.get("select count(*) as n from sqlite_schema") ?? { n: 0 }, "n");
  if (application !== APPLICATION && tables > 0) {
    throw new StoreError(
      "store_unreadable",
      `${database.file} is a database of another program`,
      "name another file with --store FILE",
    );
  }
  if (version > newest) {
    throw new StoreError(
      "store_too_new",
      `the store ${database.file} was written by a newer Haft (its version is ${version}, this one knows up to ${newest})`,
      "use the newer Haft, or name another file with --store FILE",
    );
  }
  return version;
}

function migrate(database: Database, migrations: readonly Migration[]): void {
  database.write(() => {
    // Another process may have migrated while this one waited for the lock.
    const version = readPragma(database, "user_version");
    for (const migration of migrations.slice(version)) database.script(migrationSql(SQLITE, migration));
    database.script(`pragma user_version = ${migrations.length}; pragma application_id = ${APPLICATION};`);
  });
}

function readPragma(database: Database, name: "user_version" | "application_id"): number {
  return int(database.get(`pragma ${name}`) ?? {}, name);
}
