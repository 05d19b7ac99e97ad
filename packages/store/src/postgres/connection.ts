// Connections to the database, taken from a pool and given back to it. A connection that says nothing for too long is cut:
// whoever waits is told that it is lost, instead of waiting for ever behind a network that drops everything.

import { Duplex, Writable } from "node:stream";
import { type Client, type ClientBase, Pool, type PoolClient, type QueryResult } from "pg";
import { text } from "../database/row.ts";
import type { Row } from "../database/work.ts";
import { Failure, isLost } from "./postgres-error.ts";
import type { Statement } from "./statements.ts";
import { Turns } from "./turns.ts";
import { COLUMNS } from "./values.ts";

/** How long is waited for what, in milliseconds. */
export interface Patience {
  /** For a connection. */
  readonly connectMs: number;
  /** For the reply to one statement. */
  readonly replyMs: number;
  /** For a lock that another transaction holds, and for the next statement of a transaction, before the server ends it. */
  readonly lockMs: number;
  /** For all attempts together, while the database cannot be reached or transactions collide. */
  readonly attemptsMs: number;
}

/** For work on a store that is open. A restart of the database or a short cut of the network is waited for. */
export const PATIENT: Patience = { connectMs: 2_000, replyMs: 8_000, lockMs: 4_000, attemptsMs: 10_000 };

/** How long a server may take to close a connection. */
const GOODBYE_MS = 500;

/** One connection, for whoever took it. What fails with a statement is a `Failure`. */
export interface Connection {
  /** The life of the server that it leads to: another after each crash, and the same after a restart in good order. */
  readonly life: string;
  query(statement: Statement | string): Promise<QueryResult<Row>>;
  /** Gives it back; one that is lost, or that nobody should use again, is closed. */
  release(error?: unknown): void;
}

/** A pool of connections. */
export interface Connections extends AsyncDisposable {
  take(): Promise<Connection>;
}

/**
 * For each new connection. A server whose commits are not durable by default is told that ours are. What a server counts, and
 * since when it does, is forgotten by a crash and by nothing else that goes unnoticed.
 */
const settings = ({ replyMs, lockMs }: Patience): string => `
select set_config('statement_timeout', '${Math.round(replyMs * 0.9)}', false), set_config('lock_timeout', '${lockMs}', false),
  set_config('idle_in_transaction_session_timeout', '${lockMs}', false),
  set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
    else current_setting('synchronous_commit') end, false),
  coalesce((select stats_reset::text from pg_stat_bgwriter), '') as life`;

/** Connections are made as they are needed, and closed when nobody has needed them for ten seconds. */
export function connections(url: string, most: number, patience: Patience): Connections {
  const turns = new Turns(most);
  const lives = new WeakMap<ClientBase, string>();
  const pool = new Pool({
    connectionString: url,
    application_name: "haft",
    max: most,
    allowExitOnIdle: true,
    keepAlive: true,
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.replyMs,
    // Statements are sent without waiting for the replies to those before them.
    pipeline: true,
    types: COLUMNS,
    async onConnect(client) {
      // A connection that breaks while somebody uses it fails their statements: that is how they are told.
      client.on("error", () => undefined);
      const { rows } = await client.query<Row>(settings(patience));
      lives.set(client, text(rows[0] ?? {}, "life"));
    },
  });
  // An idle connection that breaks is replaced by the next that is needed.
  pool.on("error", () => undefined);
  const open = new Set<ClientBase>();
  pool.on("connect", (client) => open.add(client));
  pool.on("remove", (client) => open.delete(client));
  return {
    async take() {
      // In a line of our own: the pool's gives up after the time that a new connection may take.
      await turns.take();
      try {
        const client = await pool.connect();
        return connectionOf(client, lives.get(client) ?? "", () => turns.giveBack());
      } catch (error) {
        turns.giveBack();
        throw new Failure(error);
      }
    },
    async [Symbol.asyncDispose]() {
      // A server that cannot be reached does not answer the goodbye either.
      const cutting = setTimeout(() => {
        for (const client of open) streamOf(client)?.destroy();
      }, GOODBYE_MS);
      await pool.end();
      clearTimeout(cutting);
    },
  };
}

function connectionOf(client: PoolClient, life: string, released: () => void): Connection {
  const together = writerOf(client);
  return {
    life,
    async query(statement) {
      together();
      try {
        return await (typeof statement === "string"
          ? client.query<Row>(statement)
          : client.query<Row>({ ...statement, values: [...statement.values] }));
      } catch (error) {
        throw new Failure(error);
      }
    },
    release(error) {
      client.release(error !== undefined && !(error instanceof Failure && !isLost(error)));
      released();
    },
  };
}

/**
 * A function to be called before something is sent: what follows until this process has nothing else to do at once goes out
 * in one piece. Measured: writing cost more than everything else that the client does.
 */
function writerOf(client: PoolClient): () => void {
  const stream = streamOf(client);
  let corked = false;
  const uncork = (): void => {
    corked = false;
    stream?.uncork();
  };
  return () => {
    if (corked || stream === undefined) return;
    corked = true;
    stream.cork();
    process.nextTick(uncork);
  };
}

/** Closes a connection outside of a pool. */
export async function hangUp(client: Client): Promise<void> {
  const cutting = setTimeout(() => streamOf(client)?.destroy(), GOODBYE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(cutting);
}

/** The socket, or the encryption on it. The types of the driver leave it out. */
function streamOf(client: ClientBase): Writable | undefined {
  const connection: unknown = "connection" in client ? client.connection : undefined;
  if (typeof connection !== "object" || connection === null || !("stream" in connection)) return undefined;
  return connection.stream instanceof Writable || connection.stream instanceof Duplex ? connection.stream : undefined;
}

/** Waits for both; where both fail, the failure of the first, of which the other tells nothing new. */
export async function both<T>(first: Promise<unknown>, second: Promise<T>): Promise<T> {
  const [before, after] = await Promise.allSettled([first, second]);
  if (before.status === "rejected") throw before.reason;
  if (after.status === "rejected") throw after.reason;
  return after.value;
}
