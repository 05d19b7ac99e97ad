// The plain way: rows of an event's size inserted one transaction each, through `node:sqlite`, with the store's settings.

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { benchFolder } from "../calls/folder.ts";

const TABLE = `
pragma journal_mode = wal; pragma synchronous = full;
create table events (run_id text, seq integer, at integer, type text, data text, primary key (run_id, seq)) without rowid`;
/** As long as the payload of a call's start. */
const DATA = JSON.stringify({
  callId: "call_0123456789abcdef",
  idempotencyKey: "key_0123456789abcdef",
  more: "x".repeat(180),
});

/** A table that rows are inserted into. */
export interface RawInserts extends Disposable {
  /** Inserts so many rows, each durable when the next begins; resolves with the rows a second. */
  rate(rows: number): number;
}

/** Opens a database file of its own. */
export function rawInserts(): RawInserts {
  const folder = benchFolder();
  const database = new DatabaseSync(join(folder.path, "raw.db"));
  database.exec(TABLE);
  const insert = database.prepare("insert into events values (?, ?, ?, ?, ?)");
  let seq = 0;
  return {
    rate(rows) {
      const start = performance.now();
      for (let row = 0; row < rows; row++) insert.run("run_0123456789abcdef", ++seq, Date.now(), "tool.started", DATA);
      return (rows / (performance.now() - start)) * 1_000;
    },
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}
