// A call that waits where the history of another run ends: whoever let it begin there has not let it go on here (I5).

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, type JsonObject } from "../../src/index.ts";
import { ask, checkRun, keepVersion, openApproval, REQUIRE, TOOL } from "../approvals/asked-call.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

const BOSS = person("boss");
const MALLORY = person("mallory");
const STRICT: JsonObject = { ...REQUIRE, approvers: ["boss", "mallory"], notRequester: true };

/** A call that was let through, has begun, and waits for an answer; with how many times it went on. */
async function parked(f: Fixture, policy: JsonObject | null) {
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "answer", params: { question: "sure?" }, meta: {} }
      : { kind: "result", value: "done" };
  await keepVersion(f);
  if (policy === null) return (await f.engine.startCall(request({ tool: TOOL }))).runId;
  await f.engine.savePolicy("local", policy, "ada");
  const { runId, waitId } = await ask(f, { tool: TOOL });
  await f.engine.approve("local", waitId, BOSS);
  await f.engine.moveRun("local", runId);
  return runId;
}

async function again(f: Fixture, runId: string): Promise<string> {
  const from = (await f.engine.events("local", runId)).length;
  return (await f.engine.rerun("local", runId, from, MALLORY)).runId;
}

async function answer(f: Fixture, runId: string): Promise<void> {
  const [wait] = await f.engine.listWaits("local", { open: true, kind: "answer", runId, limit: 2 });
  await f.engine.answer("local", wait?.id ?? "", "yes", MALLORY);
  await f.engine.moveRun("local", runId);
}

/** How often a companion of a run was called. */
const wentOn = (f: Fixture, runId: string): number =>
  f.runner.phases.filter(({ call, input }) => call.runId === runId && input.phase === "resume").length;

const code = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "done",
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );

interface Row {
  readonly what: string;
  readonly policy: JsonObject | null;
  /** Between the rerun and the answer. */
  readonly meanwhile?: (f: Fixture) => Promise<unknown>;
  /** What is done with the approval that is asked for; absent: none is asked for. */
  readonly decide?: (f: Fixture, waitId: string) => Promise<unknown>;
  readonly goesOn: boolean;
  readonly error?: string;
}

const TABLE: readonly Row[] = [
  { what: "was let through", policy: null, goesOn: true },
  {
    what: "was approved, and nobody approves it again",
    policy: STRICT,
    decide: async (f, waitId) => {
      assert.equal(await code(f.engine.approve("local", waitId, MALLORY)), "requester_may_not");
      assert.equal(await code(f.engine.approve("local", waitId, BOSS, { arguments: { x: 9 } })), "invalid_arguments");
    },
    goesOn: false,
  },
  {
    what: "was approved, and is approved again",
    policy: STRICT,
    decide: (f, waitId) => f.engine.approve("local", waitId, BOSS),
    goesOn: true,
  },
  {
    what: "was approved, and is denied here",
    policy: STRICT,
    decide: (f, waitId) => f.engine.deny("local", waitId, BOSS, "once is enough"),
    goesOn: false,
    error: "approval_denied",
  },
  {
    what: "was approved by a policy that there is not any more",
    policy: STRICT,
    meanwhile: (f) => f.engine.removePolicy("local", "hold", "ada"),
    decide: (f, waitId) => f.engine.approve("local", waitId, BOSS),
    goesOn: true,
  },
  {
    what: "was let through, and must be asked for by now",
    policy: null,
    meanwhile: (f) => f.engine.savePolicy("local", STRICT, "ada"),
    decide: (f, waitId) => f.engine.approve("local", waitId, BOSS),
    goesOn: true,
  },
  {
    what: "was let through, and is denied by now",
    policy: null,
    meanwhile: (f) => f.engine.savePolicy("local", { id: "no", match: "*/*", effect: "deny" }, "ada"),
    goesOn: false,
    error: "approval_denied",
  },
  {
    what: "was approved again, and its settings changed before it went on",
    policy: STRICT,
    decide: async (f, waitId) => {
      await f.engine.approve("local", waitId, BOSS);
      f.runner.grants = { ...f.runner.grants, network: true };
    },
    goesOn: false,
    error: "approval_denied",
  },
];

for (const row of TABLE) {
  test(`run again from where it waits, a call that ${row.what} ${row.goesOn ? "goes on once" : "does not go on"}`, async () => {
    await using f = await fixture();
    const old = await parked(f, row.policy);
    const runId = await again(f, old);
    await row.meanwhile?.(f);
    await answer(f, runId);
    if (row.decide !== undefined) {
      assert.equal(wentOn(f, runId), 0, "it went on before anybody was asked");
      await row.decide(f, (await openApproval(f, runId)).id);
      await f.engine.moveRun("local", runId);
    }
    assert.equal(wentOn(f, runId), row.goesOn ? 1 : 0);
    assert.equal((await f.engine.run("local", runId)).error?.type, row.error);
    await checkRun(f, runId);
    assert.equal((await f.engine.run("local", old)).status, "waiting", "the old run is as it was");
  });
}

test("from wherever a run that was run again is run again, it is asked about anew", async () => {
  await using f = await fixture();
  const old = await parked(f, STRICT);
  const second = await again(f, old);
  await answer(f, second);
  const asked = (await f.engine.events("local", second)).length;
  await f.engine.approve("local", (await openApproval(f, second)).id, BOSS);
  const approved = (await f.engine.events("local", second)).length;
  f.runner.play = (_call, input) =>
    input.phase === "resume" && input.payload !== null && wentOn(f, second) === 1
      ? { kind: "yield", wait: "answer", params: { question: "again?" }, meta: {} }
      : { kind: "result", value: "done" };
  await f.engine.moveRun("local", second);
  const parkedAgain = (await f.engine.events("local", second)).length;
  for (const from of [asked, approved, parkedAgain]) {
    const { runId } = await f.engine.rerun("local", second, from, MALLORY);
    if (from === parkedAgain) await answer(f, runId);
    else await f.engine.moveRun("local", runId);
    assert.equal(wentOn(f, runId), 0, `from ${from}`);
    await f.engine.approve("local", (await openApproval(f, runId)).id, BOSS);
    await f.engine.moveRun("local", runId);
    assert.equal(wentOn(f, runId), 1, `from ${from}`);
    await checkRun(f, runId);
  }
});
