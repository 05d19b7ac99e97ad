// The list of runs: one statement for each set of conditions, built with Kysely and never sent by it. It is loaded with
// the first list: most commands need none.

import type { RunFilter, RunRow } from "@haft/engine/ports";
import { DefaultQueryCompiler, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, sql } from "kysely";
import { all, type Parameters, type Value, type Work } from "../database/work.ts";
import { OPEN_WAITS, runRow } from "./runs.ts";

/** The columns that a list may ask for or sort by. */
interface Tables {
  readonly runs: {
    readonly tenant: string;
    readonly run_id: string;
    readonly thread_id: string;
    readonly agent: string | null;
    readonly status: string;
    readonly worker_id: string | null;
    readonly created_at: number;
  };
}

/** Standard SQL, with parameters by name as in every other statement: `:p1`, `:p2` … */
class NamingCompiler extends DefaultQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `:p${this.numParameters}`;
  }
}

const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new NamingCompiler(),
  },
});

/** Runs, newest first. */
export function* readRuns(tenant: string, filter: RunFilter): Work<readonly RunRow[]> {
  const statement = listRuns(tenant, filter);
  return (yield* all(statement.sql, statement.parameters)).map(runRow);
}

/** Plan: index runs_list (tenant, created_at) backwards; `running` index runs_held, `queued` and `ready` filter the list. */
function listRuns(tenant: string, filter: RunFilter): { readonly sql: string; readonly parameters: Parameters } {
  let query = builder
    .selectFrom("runs")
    .selectAll()
    .select(sql<string | null>`${sql.raw(OPEN_WAITS)}`.as("open_waits"))
    .where("tenant", "=", tenant);
  if (filter.threadId !== undefined) query = query.where("thread_id", "=", filter.threadId);
  if (filter.agent !== undefined) query = query.where("agent", "=", filter.agent);
  if (filter.status === "running") query = query.where("worker_id", "is not", null);
  else if (filter.status !== undefined) {
    query = query.where("status", "=", filter.status).where("worker_id", "is", null);
  }
  const built = query.orderBy("created_at", "desc").orderBy("run_id", "desc").limit(filter.limit).compile();
  return {
    sql: built.sql,
    parameters: Object.fromEntries(built.parameters.map((value, index) => [`p${index + 1}`, parameter(value)])),
  };
}

function parameter(value: unknown): Value {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new TypeError(`a list of runs cannot be asked with ${typeof value}`);
}
