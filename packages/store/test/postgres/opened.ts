// A store on a database of its own, whose clock a test moves, for the contract suite.

import type { Store } from "@haft/engine/ports";
import { spell } from "../../src/database/dialect.ts";
import { all } from "../../src/database/work.ts";
import { addressOf } from "../../src/postgres/address.ts";
import { type Database, databaseOf } from "../../src/postgres/database.ts";
import { POSTGRES } from "../../src/postgres/dialect.ts";
import { migrate } from "../../src/postgres/migrate.ts";
import { storeOn } from "../../src/postgres/store-on.ts";
import { type Opened, START } from "../contract/fixture.ts";
import { postgresDatabase } from "./server.ts";

/** Opens it. */
export async function openPostgres(): Promise<Opened> {
  const ends = new AsyncDisposableStack();
  const outside = ends.use(await postgresDatabase());
  const { url, place } = addressOf(outside.url);
  await migrate(url, place);
  const time = { now: 0 };
  const connect = (): Database => ends.use(databaseOf({ url, place, most: 10, clock: () => START + time.now }));
  const database = connect();
  const storeOf = (on: Database): Store => storeOn(on, { here: () => undefined, elsewhere: () => undefined });
  return {
    store: storeOf(database),
    get now() {
      return time.now;
    },
    set now(now) {
      time.now = now;
    },
    another: async () => storeOf(connect()),
    perform: async (work) => (await database.write(work)).value,
    async plan(sql, parameters) {
      const explain = (options: string): Promise<readonly Record<string, unknown>[]> =>
        database.read(() => all(`explain (${options}) ${spell(POSTGRES, sql)}`, parameters));
      const rows = await explain("costs off");
      return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
    },
    analyze: async () => void (await outside.query("analyze")),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
