// The version of the store in a database, and bringing it up to date: by one of the processes that start at once, while
// the others wait.

import { int } from "../database/row.ts";
import { StoreError } from "../database/store-error.ts";
import { MIGRATIONS, type Migration, migrationSql } from "../schema/migrations.ts";
import { type Connection, connections, type Patience } from "./connection.ts";
import { POSTGRES } from "./dialect.ts";
import { asStoreError, Failure } from "./postgres-error.ts";

/** A server that does not answer is told within a second or two; a migration of much data may take its time. */
const OPENING: Patience = { connectMs: 1_500, replyMs: 3_600_000, lockMs: 600_000, attemptsMs: 0 };
/** "HAFT": the lock that migrations are made under. */
const LOCK = 0x48414654;
const UNDEFINED_TABLE = "42P01";
const DUPLICATE_TABLE = "42P07";

/** Brings the store up to date. Rejects with a `StoreError`. */
export async function migrate(
  url: string,
  place: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await using pool = connections(url, 1, OPENING);
  try {
    const connection = await pool.take();
    try {
      const { rows } = await connection.query("select current_setting('server_version_num')::int as number");
      refuseOldServer(rows[0] === undefined ? 0 : int(rows[0], "number"), place);
      if ((await versionOf(connection, place, migrations.length)) < migrations.length) {
        await change(connection, place, migrations);
      }
    } finally {
      connection.release();
    }
  } catch (error) {
    throw foreign(error, place) ?? asStoreError(error, place);
  }
}

/** The first that tells what became of a transaction by its 64-bit number. */
const OLDEST_SERVER = 130_000;

/** Throws a `StoreError` for a server that is too old, by the number of its version: 120005 for 12.5. */
export function refuseOldServer(number: number, place: string): void {
  if (number >= OLDEST_SERVER) return;
  const version = `${Math.floor(number / 10_000)}.${number % 10_000}`;
  throw new StoreError(
    "store_unreadable",
    `the store, ${place}, is on PostgreSQL ${version}, and Haft needs ${OLDEST_SERVER / 10_000} or newer`,
    "upgrade the server, or name another with --store URL",
  );
}

/** The version that the database has; 0 where there is no store in it. */
async function versionOf(connection: Connection, place: string, newest: number): Promise<number> {
  const version = await connection.query("select version from haft_store").then(
    ({ rows }) => (rows[0] === undefined ? 0 : int(rows[0], "version")),
    (error: unknown) => {
      if (error instanceof Failure && error.code === UNDEFINED_TABLE) return 0;
      throw error;
    },
  );
  if (version <= newest) return version;
  throw new StoreError(
    "store_too_new",
    `the store, ${place}, was written by a newer Haft (its version is ${version}, this one knows up to ${newest})`,
    "use the newer Haft, or name another database with --store URL",
  );
}

/** All changes in one transaction: another process sees none of them, or all. */
async function change(connection: Connection, place: string, migrations: readonly Migration[]): Promise<void> {
  await connection.query("begin");
  try {
    await connection.query(`select pg_advisory_xact_lock(${LOCK})`);
    await connection.query(
      "create table if not exists haft_store (id bigint primary key check (id = 1), version bigint not null)",
    );
    // Another process may have made the changes while this one waited.
    const version = await versionOf(connection, place, migrations.length);
    for (const migration of migrations.slice(version)) await connection.query(migrationSql(POSTGRES, migration));
    await connection.query(
      `insert into haft_store (id, version) values (1, ${migrations.length})
       on conflict (id) do update set version = excluded.version`,
    );
    await connection.query("commit");
  } catch (error) {
    await connection.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** A database in which somebody else has tables of our names. */
function foreign(error: unknown, place: string): StoreError | undefined {
  if (!(error instanceof Failure) || error.code !== DUPLICATE_TABLE) return undefined;
  return new StoreError(
    "store_unreadable",
    `the store, ${place}, holds tables of another program: ${error.message}`,
    "give it a database of its own, or a schema: add ?options=-csearch_path%3Dhaft to the address after create schema haft",
    error,
  );
}
