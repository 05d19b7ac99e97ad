// What statements cost at 100,000 runs, nearly all of one tenant: each goes by the index that was made for it, and none
// reads a large table from end to end.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "@haft/engine/ports";
import type { Parameters, Step, Work } from "../../src/database/work.ts";
import { isWrite, type ReadName, readOf, type WriteName, writeOf } from "../../src/operations/operations.ts";
import { renew } from "../../src/transactions/renew.ts";
import { fill } from "./bulk.ts";
import { type Open, type Opened, START } from "./fixture.ts";
import {
  appendOf,
  asked,
  called,
  decided,
  firstEvents,
  hold,
  NOTE,
  newRun,
  parked,
  READY,
  result,
  started,
  voted,
  waiting,
} from "./requests.ts";

type Seen = Map<string, Parameters>;

/** Work that also tells which statements it asks for. */
function* noting<T>(work: Work<T>, seen: Seen): Work<T> {
  let next = work.next();
  while (next.done !== true) {
    note(next.value, seen);
    next = work.next(yield next.value);
  }
  return next.value;
}

function note(step: Step, seen: Seen): void {
  if (step.kind !== "each") for (const { sql, parameters } of step.before ?? []) seen.set(sql, parameters);
  const [first] = step.kind === "each" ? step.parameters : [step.parameters];
  if (first !== undefined && !seen.has(step.sql)) seen.set(step.sql, first);
}

type Given<M extends keyof Store> = Store[M] extends (...given: infer P) => unknown ? P : never;
type Call = <M extends keyof Store>(name: M, ...parameters: Given<M>) => ReturnType<Store[M]>;

/** A store whose every transaction and read is noted. */
function notingStore(o: Opened, seen: Seen): Call {
  const perform = async (name: keyof Store, parameters: readonly unknown[]): Promise<unknown> => {
    const read: Work<unknown> | undefined = isWrite(name)
      ? undefined
      : await readOf({ now: START }, name as ReadName, parameters);
    return o.perform((transaction) => noting(read ?? writeOf(transaction, name as WriteName, parameters), seen));
  };
  // The method of this very name made it.
  return (name, ...parameters) => perform(name, parameters) as ReturnType<Store[typeof name]>;
}

/** Something of everything that a store does. */
async function lead(o: Opened, seen: Seen): Promise<void> {
  const store = notingStore(o, seen);
  const expires = new Date(START + 9e8).toISOString();
  const claim = { tenant: "t", engine: 1, gone: [], hold: hold("wrk_x") };
  const next = { hold: hold("wrk_x"), engine: 1, place: "m", afterTenant: "", maxRunning: 5_000 };
  await store("create", { ...newRun({ runId: "new_1", threadId: "new" }), idempotency: { key: "k", digest: "d" } });
  const queued = newRun({ runId: "new_2", threadId: "new", hold: null, events: firstEvents("call_new") });
  await store("create", queued);
  await store("create", { ...queued, idempotency: { key: "k", digest: "d" } });
  const placed = { runId: "new_3", threadId: "placed", place: "m", hold: null, events: firstEvents("call_placed") };
  await store("create", newRun(placed));
  const superseding = { ...placed, runId: "new_4", events: firstEvents("call_superseding") };
  await store("create", { ...newRun(superseding), supersede: { by: "a", payload: {} } });
  await store("claimNext", { ...next, gone: ["wrk_9"] });
  await store("claimNext", { ...next, gone: ["wrk_0"] });
  await store("signal", { tenant: "t", key: "desk/new", payload: 1, id: "evt_1", by: "shop" });
  const park = [parked("w_1", { key: "desk/new" }), called("call_2", 2), asked("w_2", expires, { callId: "call_2" })];
  const artifact = { path: "a", version: 1, digest: "x", size: 1, mimeType: "text/plain", callId: "call_1" };
  const blobs = { value: { digest: "y", bytes: 9 } };
  const facts = [
    { type: "artifact.written", data: { ...artifact, blobs } } as const,
    { type: "clock.advanced", data: { seconds: 1, scriptStep: 0 } } as const,
  ];
  const guards = [{ policyRevision: 0, consume: null }];
  const decision = { events: park, standing: waiting(), release: true, lastSeq: 4, guards };
  const parkedReply = await store("append", appendOf({ runId: "new_1", facts, decision }));
  assert.equal(parkedReply.ok && parkedReply.after?.length, 1);
  const votes = [decided("w_2", "bob", { have: 1, need: 1 }), voted("w_2", "approved")];
  const ballot = { tenant: "t", runId: "new_1", waitId: "w_2", by: "bob", lastSeq: 10 };
  assert.equal((await store("vote", { ...ballot, events: votes })).ok, true);
  const use = { policyRevision: 0, consume: { callId: "call_2", waitId: "w_2", digest: "dig" } };
  const start = started("call_2", { fence: 2, approval: "w_2", digest: "dig" });
  const first = { events: [start], standing: READY, release: false, lastSeq: 12, appendId: "a", guards: [use] };
  assert.equal((await store("claim", { ...claim, runId: "new_1", first })).ok, true);
  await store("giveBack", {
    held: { tenant: "t", runId: "new_1", fence: 2 },
    lastSeq: 13,
    standing: { status: "ready" },
  });
  await store("claim", { ...claim, runId: "run_200", first: null });
  await store("append", appendOf({ runId: "run_200", fence: 2, facts: [NOTE, result("call_b200")] }));
  const payload = { response: 1, answered_by: "bob" };
  const answer = {
    tenant: "t",
    waitId: "wait_20",
    end: "resolved",
    payload,
    by: "bob",
    resumeOriginal: false,
    idempotency: { key: "k_answer", digest: "d" },
  } as const;
  await store("endWait", answer);
  await store("signal", { tenant: "t", key: "desk/160", payload: 1, id: null, by: "shop" });
  await store("cancelRun", {
    ...{ tenant: "t", runId: "new_1", by: "b", lastSeq: 13, gone: [] },
    ...{ ifHeld: [], ifFree: [{ type: "run.cancelled", data: { by: "b" } }] },
  });
  await store("note", { tenant: "t", runId: "new_1", event: NOTE });
  await store("fireDue", 500);
  await o.perform(() => noting(renew({ now: START }, { workerId: "wrk_x", leaseMs: 1 }), seen));
  await store("saveToolset", { tenant: "t", toolset: "d", digest: "d", language: "p", source: "", built: "", by: "a" });
  await store("saveSnapshot", { tenant: "t", state: JSON.parse('{"runId":"run_1","seq":1}'), evolve: 1 });
  await store("savePolicy", {
    ...{ tenant: "t", id: "p", by: "a" },
    policy: { id: "p", match: "*", effect: "deny", enabled: true },
  });
  await store("savePolicy", { tenant: "t", id: "p", policy: null, by: "a" });
  await store("saveDefinition", { tenant: "t", kind: "agent", id: "a", definition: {}, by: "a" });
  await store("saveDefinition", { tenant: "t", kind: "agent", id: "a", definition: null, by: "a" });
  await store("saveThread", { tenant: "t", threadId: "thr_1", title: "x" });
  await store("removeThread", { tenant: "t", threadId: "thr_5", by: "a" });
  await store("prune", { tenant: "t", endedBefore: START + 50, limit: 10 });
  await store("saveTenant", { tenant: "t", retentionDays: 9, by: "a" });
  await store("markBlobs", { tenant: "t", againMs: 0, blobs: [{ digest: "z", bytes: 1, seenAs: "1" }] });
  await store("forgetBlob", { tenant: "t", digest: "z", seenAs: "1" });
  await store("movePlace", { tenant: "t", from: "m", to: "n", by: "a", after: "run_1", limit: 100 });
  const fact = { name: "a", value: "1" };
  for (const change of [fact, { ...fact, ifMatch: null }, { ...fact, ifMatch: "1" }]) await store("saveFact", change);
  for (const ifMatch of ["1", undefined]) {
    await store("saveFact", { name: "a", value: null, ...(ifMatch === undefined ? {} : { ifMatch }) });
  }
  await look(store);
}

async function look(store: Call): Promise<void> {
  await store("load", "t", "run_77", { evolve: 1 });
  await store("events", "t", "run_77", 0, 100);
  await store("call", "t", "call_b77");
  await store("openCalls", "t", "run_80");
  await store("wait", "t", "wait_77");
  await store("waits", "t", { open: true, limit: 50 });
  await store("waits", "t", { open: true, kind: "approval", limit: 50 });
  await store("waits", "t", { open: true, runId: "run_80", limit: 50 });
  // More than are open: those that have ended come after them.
  await store("waits", "t", { open: false, limit: 10_000 });
  for (const filter of [{}, { status: "running" }, { threadId: "thr_77" }, { agent: "agent_9" }] as const) {
    await store("runs", "t", { ...filter, limit: 20 });
  }
  for (const kind of ["run", "call", "wait"] as const)
    await store("ids", "t", kind, kind === "call" ? "call_b77" : `${kind}_77`, 5);
  for (const version of [undefined, "1", "abc"]) await store("toolset", "t", "d", version);
  await store("artifact", "t", "thr_80", "a.txt");
  await store("artifact", "t", "thr_80", "a.txt", 1);
  await store("artifacts", "t", "thr_80");
  await store("policies", "t");
  await store("definitions", "t", "agent");
  await store("threads", "t", 20);
  await store("runsOfThread", "t", "thr_77");
  await store("runsOfThread", "t", "thr_77", "run_77");
  await store("remembered", "t", "key_80");
  await store("fileWaits", "m", 100);
  await store("fileWaits", "m", 100, { openedAt: 1, tenant: "t", waitId: "wait_1" });
  await store("holders");
  await store("tenants", "a", 100);
  await store("unnamedBlobs", 100);
  await store("unknownBlobs", "t", ["blob_5", "blob_x"]);
  await store("facts", "a");
  await store("places");
  await store("openRuns", "m", null, 100);
  await store("blobsOfRun", "t", "run_5");
}

/** Tables with a row for each run or more; `workers` and the like are a handful of rows. */
const LARGE =
  /\b(?:runs|events|calls|waits|approvals|votes|signals|artifacts|blobs|blob_names|idempotency|audit|threads)\b/;
/** Lines of a plan that read a table from end to end, in the words of any database. */
const WHOLE = /^.*\b(?:Seq Scan on \w+|SCAN (?:(?!USING).)*)$/gm;

/** Lines that read all that a tenant has in a table. */
const OF_TENANT = /^.*\bSEARCH .*\(tenant=\?\)$|^.*Scan using \w+ on \w+.*\n\s*Index Cond: \(tenant = [^()]*\)$/gm;
/** Statements that may begin to: they stop at their limit, or at the last entry, or what is counted is what is held. */
const LISTS = /limit|count\(\*\)|max\(|\{next entry\}/;

/** Statements that are asked for all the time, and the index they must go by. */
const HOT: readonly { readonly sql: RegExp; readonly index: string }[] = [
  { sql: /select tenant from runs where status = 'ready'/, index: "runs_claim" },
  { sql: /^\s*select ready_at from runs/, index: "runs_claim" },
  {
    sql: /min_engine, ended_at from runs\s+where status = 'ready'[\s\S]*order by ready_at limit 1/,
    index: "runs_claim",
  },
  { sql: /lease_until <= :lapsedBy and place in/, index: "runs_held" },
  { sql: /^\s*select count\(\*\) as n from runs where worker_id/, index: "runs_held_of_tenant" },
  { sql: /^\s*update runs set last_seq/, index: "(?:runs_pkey|PRIMARY KEY)" },
  { sql: /^\s*update runs set worker_id = null/, index: "(?:runs_pkey|PRIMARY KEY)" },
  { sql: /^\s*update runs set lease_until/, index: "runs_held" },
  { sql: /^\s*select min\(due_at\)/, index: "runs_due" },
  { sql: /update runs set status = 'ready', ready_at = due_at/, index: "runs_due" },
  { sql: /order by queue_number limit 1/, index: "runs_queue" },
  { sql: /^\s*select 1 as busy from runs/, index: "runs_open_in_thread" },
  { sql: /^\s*select run_id from runs[\s\S]*thread_id = :threadId and status in/, index: "runs_open_in_thread" },
  { sql: /kind = 'approval'\s+order by opened_at/, index: "waits_of_run" },
  { sql: /max\(thread_number\)/, index: "runs_thread" },
  { sql: /kind like :kind\s+order by coalesce/, index: "waits_inbox" },
  { sql: /w.kind = :kind/, index: "waits_people" },
  { sql: /kind like :kind\s+order by w.opened_at/, index: "waits_of_run" },
  { sql: /status <> 'open'/, index: "waits_ended" },
  { sql: /kind = 'signal' and opened_at/, index: "waits_signal" },
  { sql: /from signals[\s\S]*status = 'kept'/, index: "signals_kept" },
  { sql: /signal_id = :id/, index: "signals_id" },
  { sql: /delete from signals/, index: "signals_forget" },
  { sql: /delete from idempotency where \(tenant, key\)/, index: "idempotency_forget" },
  { sql: /order by w.opened_at, w.tenant, w.wait_id limit :limit$/, index: "waits_files_open" },
  { sql: /ended_at < :endedBefore/, index: "runs_ended" },
  { sql: /from threads where tenant = :tenant order by created_at/, index: "threads_list" },
];

/** A test of its own for what takes a while. */
export function plans(open: Open): void {
  test("every statement goes by an index at 100,000 runs", async () => {
    await using o = await open();
    await o.perform(fill);
    await o.analyze();
    const seen: Seen = new Map();
    await lead(o, seen);
    assert.ok(seen.size > 100, `${seen.size} statements were seen`);
    const missing = HOT.filter(({ sql }) => ![...seen.keys()].some((text) => sql.test(text)));
    assert.deepEqual(missing, []);
    const wrong: string[] = [];
    for (const [sql, parameters] of seen) {
      const plan = await o.plan(sql, parameters);
      const lines = [...(plan.match(WHOLE) ?? []), ...(LISTS.test(sql) ? [] : (plan.match(OF_TENANT) ?? []))];
      const missed = HOT.filter((hot) => hot.sql.test(sql) && !new RegExp(`\\b${hot.index}\\b`).test(plan));
      if (missed.length > 0 || lines.some((line) => LARGE.test(line))) wrong.push(`${sql}\n${plan}`);
    }
    assert.deepEqual(wrong, []);
  });
}
