// Everything but the events can be made again from the events, except what inputs brought of their own: signals, policies,
// agents, models and what people call their threads.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "@haft/engine/ports";
import { int, text } from "../../src/database/row.ts";
import { all, type Row, run, type Work } from "../../src/database/work.ts";
import { type EventPlace, project } from "../../src/rows/project.ts";
import { type Open, type Opened, START } from "./fixture.ts";
import {
  appendOf,
  asked,
  COMPLETED,
  called,
  decided,
  gatedRun,
  newRun,
  parked,
  parkedRun,
  READY,
  result,
  rule,
  started,
  voted,
  waiting,
} from "./requests.ts";

const DERIVED = ["calls", "waits", "approvals", "votes", "artifacts", "blobs", "blob_names"] as const;

const EVENTS = `
select e.*, r.thread_id from events e join runs r on r.tenant = e.tenant and r.run_id = e.run_id
order by e.at, e.tenant, e.run_id, e.seq`;

/** All rows of the tables that follow from events, in an order of their own. */
export function* derived(): Work<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {};
  for (const table of DERIVED) {
    const rows = yield* all(`select * from ${table}`);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

/** Empties those tables and fills them again from the events. */
export function* rebuild(): Work<void> {
  for (const table of DERIVED) yield* run(`delete from ${table}`);
  for (const row of yield* all(EVENTS)) yield* project(placeOf(row), draftOf(row));
}

function placeOf(row: Row): EventPlace {
  const [tenant, runId, threadId] = [text(row, "tenant"), text(row, "run_id"), text(row, "thread_id")];
  return { tenant, runId, threadId, seq: int(row, "seq"), at: int(row, "at") };
}

function draftOf(row: Row): EventDraft {
  // Written by the store from a draft.
  return JSON.parse(`{"type":${JSON.stringify(row.type)},"data":${text(row, "data")}}`) as EventDraft;
}

/** A call that is asked for, granted by two people, its clock moved, started, parked for a signal, and ended. */
async function approved({ store }: Opened): Promise<void> {
  const rules = [rule({ quorum: 2 })];
  await store.create(gatedRun(rules));
  const expires = new Date(START + 90_000).toISOString();
  const ask = { events: [asked("ask_1", expires, { rules })], standing: waiting(START + 90_000), release: false };
  await store.append(appendOf({ decision: { ...ask, lastSeq: 3 } }));
  const vote = { tenant: "t", runId: "run_1", waitId: "ask_1" };
  await store.vote({ ...vote, by: "bob", lastSeq: 4, events: [decided("ask_1", "bob", { have: 1, need: 2 })] });
  const last = [decided("ask_1", "eve", { have: 2, need: 2 }), voted("ask_1", "approved")];
  await store.vote({ ...vote, by: "eve", lastSeq: 5, events: last });
  const clock: EventDraft = { type: "clock.advanced", data: { seconds: 2, scriptStep: 0 } };
  const start = started("call_1", { approval: "ask_1", digest: "dig" });
  const guards = [{ policyRevision: 0, consume: { callId: "call_1", waitId: "ask_1", digest: "dig" } }];
  await store.append(
    appendOf({ decision: { events: [clock, start], standing: READY, release: false, lastSeq: 7, guards } }),
  );
  await store.signal({ tenant: "t", key: "desk/paid", payload: { n: 1 }, id: null, by: "shop" });
  const park = { events: [parked("wait_s", { key: "desk/paid" })], standing: waiting(), release: false, lastSeq: 9 };
  assert.equal((await store.append(appendOf({ decision: park }))).ok, true);
  const end = {
    events: [result(), COMPLETED],
    standing: { status: "completed" },
    release: false,
    lastSeq: 11,
  } as const;
  const reply = await store.append(appendOf({ decision: end }));
  assert.equal(reply.ok && reply.decided, true);
}

/** Calls that were denied, expired, cancelled, answered, and one that writes and returns much. */
async function others(o: Opened): Promise<void> {
  const { store } = o;
  for (const name of ["a", "b", "c", "d"]) {
    await parkedRun(store, { name, expiresAt: new Date(START + 5_000).toISOString() });
  }
  const end = { tenant: "t", payload: { x: "\u0000" }, by: "bob", resumeOriginal: false } as const;
  await store.endWait({ ...end, waitId: "wait_a", end: "resolved" });
  await store.endWait({ ...end, waitId: "wait_b", end: "cancelled" });
  o.now = 5_000;
  await store.endWait({ ...end, waitId: "wait_c", end: "resolved" });
  const events = [...newRun().decision.events.slice(0, 1), called("call_2")];
  await store.create(newRun({ runId: "run_2", threadId: "thr_2", events }));
  const artifact = { path: "a.txt", version: 1, digest: "art", size: 3, mimeType: "text/plain", callId: "call_2" };
  const blobs = { value: { digest: "big", bytes: 2_000_000 } };
  const facts: EventDraft[] = [
    { type: "artifact.written", data: artifact },
    { type: "tool.result", data: { callId: "call_2", ok: false, durationMs: 1, blobs } },
  ];
  const expires = new Date(START + 9_000).toISOString();
  const ask = { events: [called("call_3", 2), asked("ask_3", expires, { callId: "call_3" })], lastSeq: 2 };
  const decision = { ...ask, standing: waiting(START + 9_000), release: true };
  assert.equal((await store.append(appendOf({ runId: "run_2", facts, decision }))).ok, true);
}

/** The tables that follow from events. */
export function rebuilds(open: Open): void {
  test("rows that follow from events are the same when they are made again from them", async () => {
    await using o = await open();
    await approved(o);
    await others(o);
    const before = await o.perform(derived);
    for (const table of DERIVED) assert.notEqual(before[table]?.length, 0, table);
    await o.perform(rebuild);
    assert.deepEqual(await o.perform(derived), before);
  });
}
