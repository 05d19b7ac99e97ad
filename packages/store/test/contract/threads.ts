// Threads: what they hold, the order of their runs, and their end.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "@haft/engine/ports";
import { all, type Work } from "../../src/database/work.ts";
import { type Open, type Opened, START } from "./fixture.ts";
import { appendOf, COMPLETED, firstEvents, newRun, parkedRun, result, started } from "./requests.ts";

const TABLES = ["events", "calls", "waits", "approvals", "votes", "snapshots", "blob_names", "idempotency", "runs"];

/** How many rows a tenant has in each table. */
async function counts(o: Opened, tables: readonly string[] = TABLES): Promise<Record<string, number>> {
  return o.perform(function* (): Work<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const table of tables) {
      const rows = yield* all(`select 1 as row from ${table} where tenant = :tenant`, { tenant: "t" });
      found[table] = rows.length;
    }
    return found;
  });
}

/** A run that has ended, with an artifact and a large result; its idempotency key is its id. */
async function endedRun(o: Opened, runId: string, threadId: string, digest = `${runId}-blob`): Promise<void> {
  const callId = `call_${runId}`;
  const create = newRun({ runId, threadId, events: [...firstEvents(callId), started(callId)] });
  const created = await o.store.create({ ...create, idempotency: { key: runId, digest: "d" } });
  assert.equal(created.ok, true);
  const artifact = { path: `${runId}.txt`, version: 1, digest: `${runId}-artifact`, size: 1, mimeType: "text/plain" };
  const large: EventDraft = {
    type: "tool.result",
    data: { callId, ok: true, durationMs: 1, blobs: { value: { digest, bytes: 9 } } },
  };
  const decision = {
    events: [large, COMPLETED],
    standing: { status: "completed" },
    release: false,
    lastSeq: 4,
  } as const;
  const facts: EventDraft[] = [{ type: "artifact.written", data: { ...artifact, callId } }];
  const reply = await o.store.append(appendOf({ runId, facts, decision: { ...decision, lastSeq: 4 } }));
  assert.equal(reply.ok && reply.decided, true);
}

/** Threads and retention. */
export function threads(open: Open): void {
  test("a thread is made, and what is named of it is changed", async () => {
    await using o = await open();
    const made = await o.store.saveThread({ tenant: "t", threadId: "thr_1", title: "Post" });
    const empty = { tenant: "t", threadId: "thr_1", createdAt: START, agent: null, workspace: null, forkOf: null };
    assert.deepEqual(made, { ...empty, title: "Post", metadata: {} });
    o.now = 5;
    const forkOf = { threadId: "thr_0", before: "run_9" };
    const change = { agent: "writer", metadata: { a: 1 }, workspace: "w", forkOf };
    const changed = await o.store.saveThread({ tenant: "t", threadId: "thr_1", ...change });
    assert.deepEqual(changed, { ...empty, title: "Post", ...change });
    assert.deepEqual(await o.store.thread("t", "thr_1"), changed);
    assert.equal(await o.store.thread("u", "thr_1"), null);
  });

  test("threads are listed newest first; a run makes its thread", async () => {
    await using o = await open();
    for (const threadId of ["thr_1", "thr_2"]) {
      await o.store.saveThread({ tenant: "t", threadId });
      o.now += 1;
    }
    await o.store.create(newRun({ threadId: "thr_3" }));
    const ids = (await o.store.threads("t", 2)).map((thread) => thread.threadId);
    assert.deepEqual(ids, ["thr_3", "thr_2"]);
  });

  test("the runs of a thread come in the order in which they were created", async () => {
    await using o = await open();
    for (const name of ["c", "a", "b"]) {
      await o.store.create(newRun({ runId: `run_${name}`, hold: null, events: firstEvents(`call_${name}`) }));
    }
    const ids = async (before?: string): Promise<string[]> =>
      (await o.store.runsOfThread("t", "thr_1", before)).map((run) => run.runId);
    assert.deepEqual(await ids(), ["run_c", "run_a", "run_b"]);
    assert.deepEqual(await ids("run_b"), ["run_c", "run_a"]);
    assert.deepEqual(await ids("run_c"), []);
  });

  test("a run knows its agent, by which runs are listed", async () => {
    await using o = await open();
    const agent = { kind: "agent", tool: null, agent: "writer", place: "here" } as const;
    await o.store.create(newRun(agent));
    await o.store.create(newRun({ runId: "run_2", threadId: "thr_2", events: firstEvents("call_2") }));
    const [run, ...others] = await o.store.runs("t", { agent: "writer", limit: 5 });
    assert.deepEqual([run?.runId, run?.agent, run?.place, run?.tool], ["run_1", "writer", "here", null]);
    assert.deepEqual(others, []);
    assert.equal((await o.store.run("t", "run_2"))?.agent, null);
  });

  test("a thread of which a run has not ended is not removed", async () => {
    await using o = await open();
    await parkedRun(o.store);
    const remove = { tenant: "t", threadId: "thr_1", by: "ada" };
    assert.deepEqual(await o.store.removeThread(remove), { ok: false, reason: "busy" });
    assert.deepEqual(await o.store.removeThread({ ...remove, threadId: "thr_2" }), { ok: false, reason: "not_found" });
    assert.deepEqual(await o.store.removeThread({ ...remove, tenant: "u" }), { ok: false, reason: "not_found" });
    assert.equal((await o.store.run("t", "run_1"))?.status, "waiting");
  });

  test("a thread is removed with everything of it, but for what others name, and the trail keeps that it was", async () => {
    await using o = await open();
    await endedRun(o, "run_1", "thr_1");
    await endedRun(o, "run_2", "thr_1", "shared");
    await endedRun(o, "run_3", "thr_2", "shared");
    const before = await counts(o);
    const reply = await o.store.removeThread({ tenant: "t", threadId: "thr_1", by: "ada" });
    assert.equal(reply.ok && reply.runs, 2);
    assert.deepEqual([...(reply.ok ? reply.blobs : [])].sort(), ["run_1-artifact", "run_1-blob", "run_2-artifact"]);
    const after = await counts(o);
    for (const table of TABLES) assert.equal(after[table], (before[table] ?? 0) / 3, table);
    assert.deepEqual(await o.store.artifacts("t", "thr_1"), []);
    assert.equal(await o.store.thread("t", "thr_1"), null);
    assert.equal((await o.store.artifacts("t", "thr_2")).length, 1);
    const trail = await o.perform(() =>
      all("select action, subject from audit where tenant = :tenant", { tenant: "t" }),
    );
    assert.deepEqual(trail.map((row) => [row.action, row.subject]).at(-1), ["thread.removed", "thr_1"]);
    // The key of a run that is gone makes a new one.
    await endedRun(o, "run_1", "thr_1");
  });

  test("runs that ended long ago are removed, the oldest first, and what has not ended never is", async () => {
    await using o = await open();
    await parkedRun(o.store, { name: "parked" });
    for (const name of ["a", "b", "c"]) {
      o.now += 1_000;
      await endedRun(o, `run_${name}`, "thr_1");
    }
    const prune = { tenant: "t", endedBefore: START + 3_000, limit: 1 };
    assert.deepEqual(await o.store.prune(prune), { runs: 1, more: true });
    assert.equal(await o.store.run("t", "run_a"), null);
    assert.deepEqual(await o.store.prune({ ...prune, limit: 5 }), { runs: 1, more: false });
    assert.deepEqual(await o.store.prune({ ...prune, limit: 5 }), { runs: 0, more: false });
    assert.deepEqual(
      (await o.store.runs("t", { limit: 9 })).map((run) => run.runId),
      ["run_c", "run_parked"],
    );
    // Artifacts are the thread's, as long as it has a run.
    assert.equal((await o.store.artifacts("t", "thr_1")).length, 3);
    const named = "select digest from blobs where tenant = :tenant and look_at is null";
    const blobs = await o.perform(() => all(named, { tenant: "t" }));
    assert.deepEqual(blobs.map((row) => row.digest).sort(), [
      "run_a-artifact",
      "run_b-artifact",
      "run_c-artifact",
      "run_c-blob",
    ]);
    const unnamed = (await o.store.unnamedBlobs(9)).map(({ digest, seenAs }) => [digest, seenAs]);
    assert.deepEqual(unnamed.sort(), [
      ["run_a-blob", null],
      ["run_b-blob", null],
    ]);
    assert.deepEqual(await counts(o, ["calls", "runs", "waits"]), { calls: 2, runs: 2, waits: 1 });
    assert.equal((await o.store.append(appendOf({ runId: "run_a", facts: [result()] }))).ok, false);
  });

  test("a thread goes with the last run that it had, with its artifacts; one that somebody writes to stays", async () => {
    await using o = await open();
    await endedRun(o, "run_a", "thr_1");
    await endedRun(o, "run_b", "thr_2");
    await o.store.create(newRun({ runId: "run_c", threadId: "thr_2", events: firstEvents("call_c") }));
    await o.store.saveThread({ tenant: "t", threadId: "thr_3", title: "Never written to" });
    o.now += 1_000;
    const reply = await o.store.prune({ tenant: "t", endedBefore: START + 500, limit: 9 });
    assert.deepEqual(reply, { runs: 2, more: false });
    assert.deepEqual((await o.store.threads("t", 9)).map((thread) => thread.threadId).sort(), ["thr_2", "thr_3"]);
    assert.deepEqual(await o.store.artifacts("t", "thr_1"), []);
    assert.equal((await o.store.artifacts("t", "thr_2")).length, 1);
    const left = (await o.store.unnamedBlobs(9)).map((blob) => blob.digest).sort();
    assert.deepEqual(left, ["run_a-artifact", "run_a-blob", "run_b-blob"]);
  });

  test("a piece has as many runs as it may have events, and a run with more goes at once and its log behind it", async () => {
    await using o = await open();
    for (const name of ["a", "b", "c"]) {
      o.now += 10;
      await endedRun(o, `run_${name}`, `thr_${name}`);
    }
    // Each has seven events.
    const prune = { tenant: "t", endedBefore: START + 1_000, limit: 9 };
    assert.deepEqual(await o.store.prune({ ...prune, events: 15 }), { runs: 2, more: true });
    assert.deepEqual(await o.store.prune({ ...prune, events: 3 }), { runs: 1, more: false });
    assert.equal(await o.store.run("t", "run_c"), null);
    assert.deepEqual(await counts(o, ["runs", "events", "calls"]), { runs: 0, events: 7, calls: 1 });
    const seen: unknown[] = [];
    for (;;) {
      const { more } = await o.store.prune({ ...prune, events: 3 });
      seen.push((await counts(o, ["events"])).events);
      if (!more) break;
    }
    assert.deepEqual(seen, [4, 1, 0, 0]);
    assert.equal((await counts(o, ["calls"])).calls, 0);
    assert.deepEqual(await o.store.facts("removing"), []);
  });
}
