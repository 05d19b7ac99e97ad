// Runs of which somebody has changed an event by hand: what is open of them is known by their rows, and they are removed
// with all that they made.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "@haft/engine/ports";
import { all, run, type Work } from "../../src/database/work.ts";
import { type Open, type Opened, START } from "./fixture.ts";
import { appendOf, asked, called, parked, parkedRun, started, waiting } from "./requests.ts";

const TABLES = ["runs", "events", "calls", "waits", "approvals", "votes"] as const;

function change(o: Opened, set: string, where: string): Promise<number> {
  return o.perform(() => run(`update events set ${set} where ${where}`));
}

/** The rows of a run, and those of its waits. */
function* rowsOf(runId: string): Work<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const rows = yield* all(`select * from ${table}`);
    found[table] = rows.filter((row) => row.run_id === runId || String(row.wait_id).startsWith("wait_bad")).length;
  }
  return found;
}

/** A run with two calls that wait: for an answer, and for an approval that somebody has voted on. */
async function badRun({ store }: Opened): Promise<void> {
  await parkedRun(store, { name: "bad" });
  const held = { workerId: "wrk_2", identity: { machine: "m", processes: [] }, leaseMs: 30_000 };
  await store.endWait({
    ...{ tenant: "t", waitId: "wait_bad", end: "resolved", payload: 1, by: "bob", resumeOriginal: false },
  });
  await store.claim({ tenant: "t", runId: "run_bad", hold: held, engine: 1, first: null, gone: [] });
  const more = [
    called("call_bad2", 2),
    asked("wait_bad2", new Date(START + 9e6).toISOString(), { callId: "call_bad2" }),
  ];
  const events = [...more, called("call_bad3", 3), started("call_bad3", { fence: 2 })];
  const again = parked("wait_bad3", { callId: "call_bad" });
  const decision = { events: [...events, again], standing: waiting(), release: true, lastSeq: 6 };
  const reply = await store.append(appendOf({ runId: "run_bad", fence: 2, decision }));
  assert.equal(reply.ok && reply.decided, true);
}

/** Reads and transactions that a damaged event must not break. */
export function damage(open: Open): void {
  test("the calls of a run that have no result are known by their rows, in their order", async () => {
    await using o = await open();
    await badRun(o);
    await parkedRun(o.store, { name: "other" });
    const calls = await o.store.openCalls("t", "run_bad");
    assert.deepEqual(
      calls.map(({ callId, status }) => [callId, status]),
      [
        ["call_bad", "parked"],
        ["call_bad2", "called"],
        ["call_bad3", "running"],
      ],
    );
    assert.deepEqual(await o.store.openCalls("u", "run_bad"), []);
  });

  for (const [what, set] of [
    ["no JSON", "data = '{'"],
    ["without ids", "data = '{}'"],
    ["of no kind that is known", "type = 'tool.conjured'"],
  ] as const) {
    test(`a run with events that are ${what} is removed with all that it made, and no other`, async () => {
      await using o = await open();
      await badRun(o);
      await parkedRun(o.store, { name: "other" });
      const where = "run_id = 'run_bad' and type in ('tool.called', 'tool.parked', 'approval.requested')";
      assert.equal(await change(o, set, where), 6);
      const ends: readonly EventDraft[] = [{ type: "run.cancelled", data: { by: "bob" } }];
      const lastSeq = (await o.store.run("t", "run_bad"))?.lastSeq ?? 0;
      const cancel = { tenant: "t", runId: "run_bad", by: "bob", lastSeq, ifHeld: [], ifFree: ends, gone: [] };
      assert.equal((await o.store.cancelRun(cancel)).ok, true);
      assert.equal((await o.store.removeThread({ tenant: "t", threadId: "thr_bad", by: "ada" })).ok, true);
      const gone = { runs: 0, events: 0, calls: 0, waits: 0, approvals: 0, votes: 0 };
      assert.deepEqual(await o.perform(() => rowsOf("run_bad")), gone);
      assert.equal((await o.store.wait("t", "wait_other"))?.status, "open");
      assert.equal((await o.store.openCalls("t", "run_other")).length, 1);
    });
  }

  test("a snapshot that cannot be read is none", async () => {
    await using o = await open();
    await parkedRun(o.store);
    await o.store.saveSnapshot({ tenant: "t", state: JSON.parse('{"runId":"run_1","seq":2}'), evolve: 1 });
    assert.equal((await o.store.load("t", "run_1", { evolve: 1 }))?.events.length, 3);
    await o.perform(() => run("update snapshots set state = '{' where run_id = 'run_1'"));
    const loaded = await o.store.load("t", "run_1", { evolve: 1 });
    assert.deepEqual([loaded?.snapshot, loaded?.events.length], [null, 5]);
  });
}
