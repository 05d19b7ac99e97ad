// What a large store looks like, told to SQLite's planner once: nearly all rows are of one tenant. Without it the planner
// takes ten rows for all that a tenant has, and reads every run of a tenant instead of an index. It is told the same for
// every store, so that plans never depend on what happens to be in one.

/** Table, index (of the primary key: the table's own name), rows, and rows that share the first column, the first two, … */
const ROWS: readonly (readonly [table: string, index: string, counts: string])[] = [
  ["approvals", "approvals", "100000 90000 1"],
  ["approvals", "approvals_granted", "5000 4500 1"],
  ["artifacts", "artifacts", "100000 90000 10 2 1"],
  ["artifacts", "artifacts_digest", "100000 90000 1"],
  ["audit", "audit", "100000 90000 1"],
  ["blob_names", "blob_names", "100000 90000 4 1"],
  ["blob_names", "blob_names_digest", "100000 90000 1"],
  ["blobs", "blobs", "100000 90000 1"],
  ["blobs", "blobs_unnamed", "500 1"],
  ["calls", "calls", "300000 270000 1"],
  ["calls", "calls_open", "5000 4500 2"],
  ["events", "events", "3000000 2700000 30 1"],
  ["facts", "facts", "50 1"],
  ["idempotency", "idempotency", "100000 90000 1"],
  ["idempotency", "idempotency_forget", "10000 1"],
  ["idempotency", "idempotency_run", "100000 90000 1"],
  ["runs", "runs", "100000 90000 1"],
  ["runs", "runs_agent", "50000 45000 1000 1"],
  ["runs", "runs_claim", "500 500 50 1"],
  ["runs", "runs_due", "5000 1"],
  ["runs", "runs_ended", "95000 85000 1"],
  ["runs", "runs_held", "50 1 1 1"],
  ["runs", "runs_held_of_tenant", "50 10"],
  ["runs", "runs_list", "100000 90000 1"],
  ["runs", "runs_open_in_thread", "5000 4500 1"],
  ["runs", "runs_place", "5000 2500 2000 1"],
  ["runs", "runs_queue", "500 450 10 1"],
  ["runs", "runs_thread", "100000 90000 10 1"],
  ["signals", "signals", "100000 90000 300 1"],
  ["signals", "signals_forget", "100000 1"],
  ["signals", "signals_id", "100000 90000 300 1"],
  ["signals", "signals_kept", "1000 900 2 1"],
  ["snapshots", "snapshots", "1000 900 1"],
  ["tenants", "tenants", "1000 1"],
  ["threads", "threads", "30000 27000 1"],
  ["threads", "threads_list", "30000 27000 1 1"],
  ["toolsets", "toolsets", "1000 300 1"],
  ["votes", "votes", "100000 90000 1 1 1"],
  ["waits", "waits", "100000 90000 1"],
  ["waits", "waits_ended", "95000 85000 1"],
  ["waits", "waits_files", "1000 900 1"],
  ["waits", "waits_files_open", "1000 1"],
  ["waits", "waits_inbox", "5000 4500 1 1"],
  ["waits", "waits_of_run", "5000 4500 1"],
  ["waits", "waits_people", "1000 900 450 1 1"],
  ["waits", "waits_signal", "1000 900 1 1 1"],
  ["workers", "workers", "20 1"],
];

const VALUES = ROWS.map((row) => `(${row.map((value) => `'${value}'`).join(", ")})`);

/**
 * Tells it, in a migration after which these are the tables. Naming the schema counts nothing, however large the store is:
 * it only makes the table of counts, and reads it.
 */
export const STATISTICS = `
analyze sqlite_schema;
delete from sqlite_stat1;
insert into sqlite_stat1 (tbl, idx, stat) values ${VALUES.join(",\n  ")};
analyze sqlite_schema;
`;
