// A store on a file of its own, without threads, for the contract suite.

import { join } from "node:path";
import type { Store } from "@haft/engine/ports";
import { spell } from "../../src/database/dialect.ts";
import { openInProcessStore } from "../../src/in-process-store.ts";
import { SQLITE } from "../../src/sqlite/dialect.ts";
import { drive } from "../../src/sqlite/drive.ts";
import { openDatabase } from "../../src/sqlite/open.ts";
import { type Opened, START } from "../contract/fixture.ts";
import { folder } from "../harness/folder.ts";

/** Opens it. */
export async function openSqlite(): Promise<Opened> {
  const place = await folder();
  const file = join(place.path, "haft.db");
  const time = { now: 0 };
  const ends = new DisposableStack();
  const open = (): Store =>
    ends.use(
      openInProcessStore({
        file,
        now: () => START + time.now,
        clock: { monotonic: () => time.now, after: () => () => undefined },
        leaseMs: 30_000,
        renewMs: 10_000,
      }),
    );
  const store = open();
  const database = ends.use(openDatabase(file));
  return {
    store,
    get now() {
      return time.now;
    },
    set now(now) {
      time.now = now;
    },
    another: async () => open(),
    perform: async (work) => database.write(() => drive(database, work({ dialect: SQLITE, now: START + time.now }))),
    async plan(sql, parameters) {
      const rows = database.all(`explain query plan ${spell(SQLITE, sql)}`, parameters);
      return rows.map((row) => String(row.detail)).join("\n");
    },
    // Plans of a store do not depend on counts: nothing ever runs `analyze` on it.
    analyze: async () => undefined,
    async [Symbol.asyncDispose]() {
      ends.dispose();
      await place[Symbol.asyncDispose]();
    },
  };
}
