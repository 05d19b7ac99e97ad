// The migrations, in order: forward only, each in one transaction. The number of the last one is kept in the database.

import { type Dialect, spell } from "../database/dialect.ts";
import { RUNS } from "./0001-runs.ts";
import { AGENTS } from "./0002-agents.ts";

/** One change of the schema. */
export interface Migration {
  readonly name: string;
  /** Statements in the words that dialects spell. */
  readonly sql: string;
}

/** Migration n is at index n - 1. A migration that was released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "runs", sql: RUNS },
  { name: "agents", sql: AGENTS },
];

/** The statements of a migration for one database. */
export function migrationSql(dialect: Dialect, { name, sql }: Migration): string {
  return `${spell(dialect, sql)}${dialect.migrations[name] ?? ""}`;
}
