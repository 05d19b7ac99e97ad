// The words of PostgreSQL. Transactions run beside one another, so what must be alone is locked by name.

import type { Dialect } from "../database/dialect.ts";

/** PostgreSQL's own way with what SQL leaves open. */
export const POSTGRES: Dialect = {
  words: {
    "lock row": "for update",
    "lock free rows": "for update skip locked",
    "next entry": "nextval('audit_entries')",
    integer: "bigint",
    // Byte by byte, as SQLite compares, so that both stores give the same order.
    text: 'text collate "C"',
    clustered: "",
    heap: "",
  },
  lockKey: "select pg_advisory_xact_lock(hashtextextended(:key, 0))",
  shareKey: "select pg_advisory_xact_lock_shared(hashtextextended(:key, 0))",
  migrations: {
    runs: `
create sequence audit_entries;
-- Room on each page for the next form of a row: an append changes no indexed column, and then needs no index entry.
alter table runs set (fillfactor = 70);
alter table calls set (fillfactor = 70);`,
  },
};
