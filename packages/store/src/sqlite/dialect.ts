// The words of SQLite. A transaction that writes holds the whole database from its beginning, so there is nothing to lock.

import type { Dialect } from "../database/dialect.ts";
import { FILL_AGENTS } from "./fill-agents.ts";
import { STATISTICS } from "./statistics.ts";

/** SQLite's own way with what SQL leaves open. */
export const SQLITE: Dialect = {
  words: {
    "lock row": "",
    "lock free rows": "",
    "next entry": "(select coalesce(max(entry), 0) + 1 from audit where tenant = :tenant)",
    integer: "integer",
    text: "text",
    clustered: "strict, without rowid",
    heap: "strict",
  },
  lockKey: null,
  shareKey: null,
  migrations: { agents: `${FILL_AGENTS}${STATISTICS}` },
};
