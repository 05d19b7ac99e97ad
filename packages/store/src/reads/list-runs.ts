// The list of runs: one statement for each set of conditions, built with Kysely and never sent by it.

import type { SQLInputValue } from "node:sqlite";
import type { RunFilter } from "@haft/engine/ports";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";

/** The columns that a list may ask for or sort by. */
interface Tables {
  readonly runs: {
    readonly tenant: string;
    readonly run_id: string;
    readonly thread_id: string;
    readonly status: string;
    readonly worker_id: string | null;
    readonly created_at: number;
  };
}

const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Plan: index runs_list (tenant, created_at) backwards; `running` index runs_held, `queued` and `ready` filter the list. */
export function listRuns(
  tenant: string,
  filter: RunFilter,
): { readonly sql: string; readonly parameters: readonly SQLInputValue[] } {
  let query = builder.selectFrom("runs").selectAll().where("tenant", "=", tenant);
  if (filter.threadId !== undefined) query = query.where("thread_id", "=", filter.threadId);
  if (filter.status === "running") query = query.where("worker_id", "is not", null);
  else if (filter.status !== undefined) {
    query = query.where("status", "=", filter.status).where("worker_id", "is", null);
  }
  const { sql, parameters } = query.orderBy("created_at", "desc").orderBy("run_id").limit(filter.limit).compile();
  return { sql, parameters: parameters.map(parameter) };
}

function parameter(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new TypeError(`a list of runs cannot be asked with ${typeof value}`);
}
