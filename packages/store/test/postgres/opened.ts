// A store on a database of its own, whose clock a test moves, for the contract suite.

import type { Store } from "@haft/engine/ports";
import { spell } from "../../src/database/dialect.ts";
import { numbered } from "../../src/database/numbered.ts";
import { all, type Row } from "../../src/database/work.ts";
import { addressOf } from "../../src/postgres/address.ts";
import { type Database, databaseOf } from "../../src/postgres/database.ts";
import { POSTGRES } from "../../src/postgres/dialect.ts";
import { migrate } from "../../src/postgres/migrate.ts";
import { storeOn } from "../../src/postgres/store-on.ts";
import { type Opened, START } from "../contract/fixture.ts";
import { postgresDatabase, type TestDatabase } from "./server.ts";

/** Leaves nothing but the schema. */
const EMPTY = `
do $$ begin
  execute (select 'truncate ' || string_agg(format('%I', tablename), ', ')
           from pg_tables where schemaname = 'public' and tablename <> 'haft_store');
  perform setval('audit_entries', 1, false);
end $$`;

/** Databases that tests have done with: to empty one is much quicker than to make one. */
const stock: TestDatabase[] = [];

async function fromStock(): Promise<TestDatabase> {
  const kept = stock.pop();
  if (kept !== undefined) return kept;
  const made = await postgresDatabase();
  await migrate(made.url, "here");
  return made;
}

/** Opens it. */
export async function openPostgres(): Promise<Opened> {
  const ends = new AsyncDisposableStack();
  const outside = await fromStock();
  ends.defer(async () => {
    await outside.query(EMPTY);
    stock.push(outside);
  });
  const { url, place } = addressOf(outside.url);
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
      const text = spell(POSTGRES, sql);
      const given = planOf(await database.read(() => all(`explain ${text}`, parameters)));
      const any = planOf(
        (await database.use((connection) => connection.query(`explain (generic_plan) ${numbered(text, "$").text}`)))
          .rows,
      );
      // A statement that was used some times is planned once for all parameters, where that seems no dearer.
      return any.cost <= given.cost * 1.1 ? `${given.lines}\n${any.lines}` : given.lines;
    },
    analyze: async () => void (await outside.query("analyze")),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

/** The lines of a plan without its estimates, and what it is estimated to cost. */
function planOf(rows: readonly Row[]): { readonly lines: string; readonly cost: number } {
  const lines = rows.map((row) => String(row["QUERY PLAN"]));
  const [, cost = "0"] = /\.\.([\d.]+) rows/.exec(lines[0] ?? "") ?? [];
  return { lines: lines.map((line) => line.replace(/ {2}\(cost=.*\)$/, "")).join("\n"), cost: Number(cost) };
}
