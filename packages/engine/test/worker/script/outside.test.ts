import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptStep } from "../../../src/events/payloads.ts";
import type { PhaseOutcome, RunEvent, ToolTraits } from "../../../src/index.ts";
import { checkLog } from "../../checker/check-log.ts";
import { createAgentRun } from "../../harness/agents.ts";
import { bound } from "../../harness/fake-toolbox.ts";
import { type Fixture, fixture } from "../../harness/fixture.ts";

const ASK: PhaseOutcome = {
  kind: "yield",
  wait: "answer",
  params: { question: "Which?", choices: ["red", "blue"] },
  meta: {},
};
const HEAR: PhaseOutcome = { kind: "yield", wait: "signal", params: { key: "done" }, meta: {} };
const NAP: PhaseOutcome = { kind: "yield", wait: "time", params: { seconds: 3_600 }, meta: {} };
const CALL: ScriptStep = { type: "tool.call", toolName: "tool", arguments: { x: 1 } };

/** Plays a script against one tool, which waits as it is told; its companion gives back what it was called with. */
async function played(
  script: readonly ScriptStep[],
  waits: PhaseOutcome | null,
  traits: Partial<ToolTraits> = {},
  prepare: (f: Fixture) => Promise<unknown> = async () => undefined,
) {
  await using f = await fixture();
  f.toolbox.tools = [bound("tool", traits)];
  f.runner.play = (_call, input) => {
    if (input.phase === "resume") return { kind: "result", value: input.payload };
    return waits ?? { kind: "result", value: input.arguments };
  };
  await prepare(f);
  const runId = await createAgentRun(f, { script });
  await f.engine.moveRun("local", runId);
  const run = await f.engine.run("local", runId);
  const events = await f.engine.events("local", runId);
  const ledger = f.runner.phases.map(({ call, input }) => ({
    callId: call.callId,
    phase: input.phase === "call" ? "call" : input.waitId,
  }));
  assert.deepEqual(checkLog(events, ledger), []);
  const last = events.findLast(
    (event): event is Extract<RunEvent, { type: "run.completed" }> => event.type === "run.completed",
  );
  return { status: run.status, error: run.error, output: last?.data.output, ran: f.runner.phases.length, events };
}

test("each kind of wait is gone through by its step", async () => {
  const answered = await played([CALL, { type: "answer", response: "blue" }], ASK);
  assert.deepEqual(answered.output, { response: "blue", answered_by: "script" });
  const signalled = await played([CALL, { type: "signal", key: "done", payload: { n: 1 } }], HEAR);
  assert.deepEqual(signalled.output, { payload: { n: 1 } });
  const slept = await played([CALL, { type: "advance", seconds: 3_601 }], NAP);
  assert.equal(slept.status, "completed");
  assert.equal(slept.events.filter(({ type }) => type === "clock.advanced").length, 1);
});

test("an approval runs the call, a denial ends the run without it", async () => {
  const pay = { requiresApproval: true } as const;
  const approved = await played([CALL, { type: "approve" }], null, pay);
  assert.deepEqual([approved.status, approved.output], ["completed", { x: 1 }]);
  const denied = await played(
    [CALL, { type: "deny", reason: "too much" }, { type: "assistant.output", content: "…" }],
    null,
    pay,
  );
  assert.deepEqual([denied.status, denied.error?.type, denied.ran], ["failed", "approval_denied", 0]);
  assert.match(denied.error?.message ?? "", /too much/);
});

test("a script stands for everybody whose approval is needed", async () => {
  const policy = {
    ...{ id: "p", match: "desk/*", effect: "require", approvers: ["ops", "lead"], quorum: 3, notRequester: true },
    enabled: true,
  };
  const { status, events } = await played([CALL, { type: "approve" }], null, { requiresApproval: true }, (f) =>
    f.engine.savePolicy("local", policy, "ada"),
  );
  assert.equal(status, "completed");
  assert.equal(events.filter(({ type }) => type === "approval.decided").length, 3);
});

test("edited arguments are gated again, and the script's vote goes with them; those that do not fit end the run", async () => {
  const pay = { requiresApproval: true } as const;
  const edited = await played([CALL, { type: "approve", arguments: { x: 5 } }], null, pay);
  assert.deepEqual([edited.status, edited.output], ["completed", { x: 5 }]);
  assert.equal(edited.events.filter(({ type }) => type === "call.gated").length, 2);
  const misfit = await played([CALL, { type: "approve", arguments: { x: "five" } }], null, pay);
  assert.deepEqual([misfit.status, misfit.error?.type, misfit.ran], ["failed", "invalid_arguments", 0]);
});

test("a step that fits no open wait, and an answer that does not fit its question, end the run and say why", async () => {
  const table: readonly [readonly ScriptStep[], PhaseOutcome | null, RegExp][] = [
    [[CALL, { type: "answer", response: "green" }], ASK, /"green" is none of the choices/],
    [[CALL, { type: "approve" }], ASK, /approve/],
    [[CALL, { type: "signal", key: "other", payload: 1 }], HEAR, /other/],
    [[CALL, { type: "answer", response: 1 }], null, /answer/],
  ];
  for (const [script, waits, message] of table) {
    const { status, error } = await played(script, waits);
    assert.equal(status, "failed");
    assert.match(error?.message ?? "", message);
  }
});

test("a script that is used up while something waits leaves the run waiting", async () => {
  assert.equal((await played([CALL], ASK)).status, "waiting");
});
