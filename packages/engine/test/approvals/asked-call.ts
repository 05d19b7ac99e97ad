// A call that people are asked about, on a real store, and what a test does to it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CallRequest, JsonObject, RunEvent, WaitView } from "../../src/index.ts";
import { checkLog } from "../checker/check-log.ts";
import { type Fixture, request } from "../harness/fixture.ts";

/** A policy that holds every call. */
export const REQUIRE: JsonObject = { id: "hold", match: "desk/*", effect: "require" };

/** The tool, whose author wants nothing. */
export const { tool: TOOL } = request();

/** The call and the wait for its approval. */
export interface AskedCall {
  readonly runId: string;
  readonly callId: string;
  readonly waitId: string;
}

/** Starts a call of `desk/ask` that must ask. `x` is 1. */
export async function ask(f: Fixture, given: Partial<CallRequest> = {}): Promise<AskedCall> {
  f.runner.play ??= (call) => ({ kind: "result", value: call.callId });
  const { runId, callId } = await f.engine.startCall(request(given));
  const wait = await openApproval(f, runId);
  return { runId, callId, waitId: wait.id };
}

/** The open approval of a run. */
export async function openApproval(f: Fixture, runId: string): Promise<WaitView> {
  const [wait] = await f.engine.listWaits("local", { open: true, kind: "approval", runId, limit: 10 });
  assert.ok(wait !== undefined, "nobody is asked");
  return wait;
}

/** Keeps the version of the toolset as a host does, so that edited arguments have a schema. */
export async function keepVersion(f: Fixture): Promise<void> {
  const built = JSON.stringify({ modules: [{ tools: [TOOL] }] });
  const saved = await f.store.saveToolset({
    ...{ tenant: "local", toolset: "desk", digest: "d", language: "python", source: "{}", built, by: "ada" },
  });
  assert.ok(saved.ok && saved.version.version === "1");
}

/** Changes the store behind the engine's back. */
export function byHand(f: Fixture, ...statements: readonly string[]): void {
  const database = new DatabaseSync(join(f.folder, "haft.db"));
  try {
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

/** What the tool's own ledger has: the arguments of each time that it ran. */
export function ledger(f: Fixture, callId: string): readonly JsonObject[] {
  return f.runner.phases.flatMap(({ call, input }) =>
    call.callId === callId && input.phase === "call" ? [input.arguments] : [],
  );
}

/** Ends every test: the log breaks no invariant, and today's code makes of it what is stored. */
export async function checkRun(f: Fixture, runId: string, replays = true): Promise<readonly RunEvent[]> {
  const events = await f.engine.events("local", runId);
  const lines = f.runner.phases
    .filter(({ call }) => call.runId === runId)
    .map(({ call, input }) => ({ callId: call.callId, phase: input.phase === "call" ? "call" : input.waitId }));
  assert.deepEqual(checkLog(events, lines), []);
  if (replays) {
    const report = await f.engine.replay("local", runId);
    assert.equal(report.difference, undefined);
  }
  return events;
}
