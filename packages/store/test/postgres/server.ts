// A real PostgreSQL for tests: one server for each process of tests, on a free port, in a folder that is removed in the end;
// each test has a database of its own.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { binaries, otherUser } from "./binaries.ts";

/** Given to the shell as text: the user that it runs as may not be able to read this folder. */
const GUARD = fileURLToPath(new URL("./guard.sh", import.meta.url));
const PASSWORD = "the tests' own";
/** How long a server may take to start on a busy machine. */
const START_MS = 60_000;

/** A server that a test may also stop and start. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** Where it keeps everything. */
  readonly folder: string;
  /** The address of one of its databases. */
  url(database: string): string;
  /** `INT` sends everybody away; `QUIT` is a crash: its next start recovers. */
  stop(how: "INT" | "QUIT"): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server. It and its folder are gone when it is disposed of, and when this process ends, however it ends. */
export async function startPostgres(settings: readonly string[] = ["fsync=off"]): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "haft-postgres-"));
  const user = otherUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const bin = binaries(folder, user);
  const data = join(folder, "data");
  initialise(join(bin, "initdb"), folder, data);

  const port = await freePort();
  const options = [
    ...[`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"],
    ...["shared_buffers=64MB", "timezone=UTC", "log_checkpoints=off", ...settings],
  ];
  const program = [join(bin, "postgres"), "-D", data, ...options.flatMap((option) => ["-c", option])];
  // Of a group of its own, so that an interrupt at the keyboard does not reach it before it has cleaned up.
  const guard = spawn("/bin/sh", ["-c", readFileSync(GUARD, "utf8"), "guard", folder, ...program], {
    ...user,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = createInterface({ input: guard.stdout });
  const gone = once(guard, "close");
  // Nothing but a test that waits for it keeps this process alive.
  guard.unref();
  const tell = async (command: string): Promise<void> => {
    const heard = once(said, "line");
    guard.stdin.write(`${command}\n`);
    const [line] = await Promise.race([heard, gone]);
    if (line !== command.split(" ")[0]) throw new Error(`the guard of PostgreSQL ended with ${line}`);
  };
  const url = (database: string): string =>
    `postgres://haft:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const start = async (): Promise<void> => {
    await tell("start");
    await untilReady(url("postgres"), join(folder, "log"));
  };
  const server: PostgresServer = {
    port,
    folder,
    url,
    start,
    stop: (how) => tell(`stop ${how}`),
    async [Symbol.asyncDispose]() {
      guard.ref();
      guard.stdin.end();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

function initialise(initdb: string, folder: string, data: string): void {
  const user = otherUser();
  const password = join(folder, "password");
  writeFileSync(password, `${PASSWORD}\n`);
  const { status, stderr } = spawnSync(
    initdb,
    [
      ...["-D", data, "--username=haft", `--pwfile=${password}`, "--auth=scram-sha-256"],
      ...["--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"],
    ],
    { ...user, cwd: "/", encoding: "utf8", env: { PATH: process.env.PATH, LC_ALL: "C" } },
  );
  if (status !== 0) throw new Error(`initdb ended with ${status}: ${stderr}`);
}

/** Below those that the system gives to whoever connects: none of them takes it while the server is stopped. */
const PORTS = { first: 10_000, count: 20_000 };
let ports = process.pid * 7;

/** A port that is free, and that other processes of tests do not try at the same time. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.count; tries++) {
    const port = PORTS.first + (ports % PORTS.count);
    ports += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${PORTS.first} on is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

async function untilReady(url: string, log: string): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > end)
        throw new Error(`PostgreSQL did not start: ${readFileSync(log, "utf8")}`, { cause: error });
      await setTimeout(20);
    }
  }
}

let shared: Promise<PostgresServer> | undefined;
let databases = 0;

/** The server that all tests of this process share. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}

after(async () => {
  if (shared !== undefined) await (await shared)[Symbol.asyncDispose]();
});

/** A database. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Statements from outside of the store. */
  query(sql: string, parameters?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/** Makes an empty database on the shared server, or on the one given; it is dropped in the end, whoever is still connected. */
export async function postgresDatabase(server?: PostgresServer): Promise<TestDatabase> {
  const on = server ?? (await sharedPostgres());
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  await ask(on.url("postgres"), `create database ${name}`);
  return {
    url: on.url(name),
    query: (sql, parameters) => ask(on.url(name), sql, parameters),
    async [Symbol.asyncDispose]() {
      await ask(on.url("postgres"), `drop database if exists ${name} with (force)`);
    },
  };
}

async function ask(
  url: string,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, [...parameters])).rows;
  } finally {
    await client.end();
  }
}

/** Runs a test's work with the address of an empty database of its own. */
export async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  await using database = await postgresDatabase();
  return await work(database.url);
}
