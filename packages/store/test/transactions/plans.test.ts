import assert from "node:assert/strict";
import { test } from "node:test";
import { spell } from "../../src/database/dialect.ts";
import type { Parameters } from "../../src/database/work.ts";
import { MIGRATIONS, migrationSql } from "../../src/schema/migrations.ts";
import { Database } from "../../src/sqlite/database.ts";
import { SQLITE } from "../../src/sqlite/dialect.ts";
import { storeClient } from "../../src/thread/client.ts";
import { createCore } from "../../src/thread/core.ts";
import { appendOf, firstEvents, hold, newRun, parked, parkedRun, result, START } from "../harness/opened.ts";

/** A database that notes every statement it is asked. */
class Noting extends Database {
  readonly seen = new Set<string>();

  override run(sql: string, parameters: Parameters = {}): number {
    this.seen.add(sql);
    return super.run(sql, parameters);
  }

  override get(sql: string, parameters: Parameters = {}): ReturnType<Database["get"]> {
    this.seen.add(sql);
    return super.get(sql, parameters);
  }

  override all(sql: string, parameters: Parameters = {}): ReturnType<Database["all"]> {
    this.seen.add(sql);
    return super.all(sql, parameters);
  }
}

/** Tables of a handful of rows, which are read whole where that is the plan. */
const SMALL = /\b(?:workers|tenants)\b/;

test("no statement reads a table from end to end", async () => {
  using database = new Noting(":memory:");
  for (const migration of MIGRATIONS) database.script(migrationSql(SQLITE, migration));
  const core = createCore(database, () => START + 1_000_000);
  const store = storeClient(
    (name, parameters) =>
      new Promise((resolve, reject) => {
        core.ask(name, parameters, { done: resolve, failed: reject });
        core.flush();
      }),
    () => undefined,
  );
  await parkedRun(store);
  const idempotency = { key: "k", digest: "d" };
  await store.create({ ...newRun({ runId: "run_2", hold: null, events: firstEvents("call_2") }), idempotency });
  await store.claimNext({ hold: hold(), engine: 1, place: "m", afterTenant: "", maxRunning: 5, gone: ["wrk_9"] });
  const payload = { response: 1, answered_by: "bob" };
  await store.endWait({ tenant: "t", waitId: "wait_1", end: "resolved", payload, by: "bob", resumeOriginal: false });
  const claim = { tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, gone: [] };
  const first = { events: [], standing: { status: "ready" }, release: false, lastSeq: 6, appendId: "app" } as const;
  assert.equal((await store.claim({ ...claim, first })).ok, true);
  const artifact = { path: "a", version: 1, digest: "x", size: 1, mimeType: "text/plain", callId: "call_1" };
  const resumed = parked("wait_2");
  const decision = {
    events: [resumed],
    standing: { status: "waiting", dueAt: 1 },
    release: false,
    lastSeq: 7,
  } as const;
  await store.append(appendOf({ fence: 2, facts: [{ type: "artifact.written", data: artifact }] }));
  await store.append(appendOf({ fence: 2, decision }));
  await store.append(appendOf({ fence: 2, facts: [result()] }));
  await store.note({ tenant: "t", runId: "run_1", event: result() });
  await store.giveBack({ held: { tenant: "t", runId: "run_1", fence: 2 }, lastSeq: 10, standing: { status: "ready" } });
  await store.fireDue(500);
  await store.cancelRun({ tenant: "t", runId: "run_1", by: "b", lastSeq: 10, ifHeld: [], ifFree: [], gone: [] });
  await store.saveToolset({ tenant: "t", toolset: "d", digest: "d", language: "p", source: "", built: "", by: "a" });
  const state = JSON.parse('{"runId":"run_1","seq":1}');
  await store.saveSnapshot({ tenant: "t", state, evolve: 1 });
  await store.load("t", "run_1", { evolve: 1 });
  await store.call("t", "call_1");
  await store.waits("t", { open: true, limit: 5 });
  await store.waits("t", { open: false, limit: 5 });
  await store.waits("t", { open: true, runId: "run_1", limit: 5 });
  await store.toolset("t", "d", "1");
  await store.toolset("t", "d", "abc");
  await store.artifact("t", "thr_1", "a");
  await store.artifacts("t", "thr_1");
  await store.holders();
  await store.heads("t", ["run_1"]);

  assert.ok(database.seen.size > 40, `${database.seen.size} statements were seen`);
  for (const sql of database.seen) {
    if (/^\s*(?:pragma|savepoint|release)/.test(sql)) continue;
    const plan = database
      .list(`explain query plan ${spell(SQLITE, sql).replace(/:\w+/g, "?")}`, [])
      .map((row) => String(row.detail));
    for (const line of plan) {
      if (!line.startsWith("SCAN")) continue;
      // A scan of a partial index, or of what another search has given, touches only what is there to be done.
      assert.ok(
        /USING (?:COVERING )?INDEX|CONSTANT ROW|SUBQUERY|MATERIALIZE/.test(line) || SMALL.test(line),
        `${line} in ${sql}`,
      );
    }
    assert.ok(!plan.some((line) => /TEMP B-TREE FOR ORDER BY/.test(line) && /waits_inbox/.test(plan.join())), sql);
  }
});

test("the plans that matter use the indexes that were made for them", async () => {
  using database = new Database(":memory:");
  for (const migration of MIGRATIONS) database.script(migrationSql(SQLITE, migration));
  const rows: readonly [string, RegExp][] = [
    [
      "select tenant from runs where status = 'ready' and worker_id is null and place = ? and tenant > ? order by tenant limit 1",
      /runs_claim \(place=\? AND tenant>\?\)/,
    ],
    ["select 1 from runs where status = 'waiting' and due_at is not null and due_at <= ? order by due_at", /runs_due/],
    ["select 1 from runs where worker_id is not null and lease_until <= ?", /runs_held \(lease_until<\?\)/],
    [
      "select * from waits where tenant = ? and status = 'open' order by coalesce(due_at, expires_at, 9007199254740991), opened_at",
      /waits_inbox \(tenant=\?\)/,
    ],
    ["select * from runs where tenant = ? order by created_at desc limit 5", /runs_list \(tenant=\?\)/],
    [
      "select 1 from events where tenant = ? and run_id = ? and seq > ?",
      /PRIMARY KEY \(tenant=\? AND run_id=\? AND seq>\?\)/,
    ],
  ];
  for (const [sql, expected] of rows) {
    const plan = database.list(`explain query plan ${sql}`, []).map((row) => String(row.detail));
    assert.match(plan.join("\n"), expected);
    assert.doesNotMatch(plan.join("\n"), /TEMP B-TREE/);
  }
});
