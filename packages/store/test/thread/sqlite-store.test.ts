import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteStore } from "../../src/sqlite-store.ts";
import { appendOf, newRun } from "../contract/requests.ts";
import { folder } from "../harness/folder.ts";

const NOTE = { type: "tool.log", data: { callId: "call_1", stream: "stdout", text: "x" } } as const;

test("what is asked at once is committed together, in order, and each gets its own reply", async () => {
  await using place = await folder();
  await using store = await openSqliteStore({ file: join(place.path, "haft.db") });
  await store.create(newRun());
  const replies = await Promise.all(Array.from({ length: 600 }, () => store.append(appendOf({ facts: [NOTE] }))));
  assert.deepEqual(
    replies.map((reply) => reply.ok && reply.firstSeq),
    Array.from({ length: 600 }, (_, index) => index + 5),
  );
  const times = new Set(replies.map((reply) => reply.ok && reply.at));
  assert.ok(times.size < 300, `${times.size} commits at different times`);
});

test("a change by another connection is told, and the store can be closed while it is watched", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  await using store = await openSqliteStore({ file });
  const told = new EventTarget();
  const watching = store.watch(() => told.dispatchEvent(new Event("change")));
  await using other = await openSqliteStore({ file });
  const change = once(told, "change");
  await other.create(newRun());
  await change;
  watching[Symbol.dispose]();
  using _again = store.watch(() => undefined);
});

test("leases are renewed from a thread, and the renewal tells until when they hold", async () => {
  await using place = await folder();
  await using store = await openSqliteStore({ file: join(place.path, "haft.db"), leaseMs: 60_000, renewMs: 20 });
  await store.create(newRun());
  const renewals: { runIds: readonly string[]; until: number }[] = [];
  const enough = Promise.withResolvers<void>();
  const now = Number(process.hrtime.bigint()) / 1e6;
  using _keeping = store.keep("wrk_1", (renewal) => {
    renewals.push(renewal);
    if (renewals.length === 3) enough.resolve();
  });
  await enough.promise;
  assert.deepEqual(renewals[0]?.runIds, ["run_1"]);
  assert.ok((renewals[0]?.until ?? 0) >= now + 60_000);
  assert.ok((renewals[2]?.until ?? 0) > (renewals[1]?.until ?? 0));
});

test("a closed store says so", async () => {
  await using place = await folder();
  const store = await openSqliteStore({ file: join(place.path, "haft.db") });
  const last = store.create(newRun());
  await store[Symbol.asyncDispose]();
  assert.equal((await last).ok, true);
  await assert.rejects(store.run("t", "run_1"), { code: "store_closed" });
  await store[Symbol.asyncDispose]();
});

test("runs are listed newest first, by state and thread", async () => {
  await using place = await folder();
  await using store = await openSqliteStore({ file: join(place.path, "haft.db") });
  await store.create(newRun());
  const ids = async (filter: Parameters<typeof store.runs>[1]): Promise<string[]> =>
    (await store.runs("t", filter)).map((run) => run.runId);
  assert.deepEqual(await ids({ limit: 5 }), ["run_1"]);
  assert.deepEqual(await ids({ limit: 5, status: "running" }), ["run_1"]);
  assert.deepEqual(await ids({ limit: 5, status: "ready" }), []);
  assert.deepEqual(await ids({ limit: 5, threadId: "thr_2" }), []);
  assert.deepEqual(await store.ids("t", "run", "run_", 10), ["run_1"]);
  assert.deepEqual(await store.ids("t", "run", "run_2", 10), []);
});
