import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptStep } from "../../../src/events/payloads.ts";
import type { JsonObject, PhaseOutcome, RunEvent, ToolTraits } from "../../../src/index.ts";
import { checkLog } from "../../checker/check-log.ts";
import { type AgentRun, createAgentRun } from "../../harness/agents.ts";
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
  asks: Pick<AgentRun, "requestedByRoles" | "standsForAll"> = {},
) {
  await using f = await fixture();
  f.toolbox.tools = [bound("tool", traits)];
  f.runner.play = (_call, input) => {
    if (input.phase === "resume") return { kind: "result", value: input.payload };
    return waits ?? { kind: "result", value: input.arguments };
  };
  await prepare(f);
  const runId = await createAgentRun(f, { script, ...asks });
  await f.engine.moveRun("local", runId);
  const run = await f.engine.run("local", runId);
  const events = await f.engine.events("local", runId);
  const ledger = f.runner.phases.map(({ call, input }) => ({
    callId: call.callId,
    phase: input.phase === "call" ? "call" : input.waitId,
  }));
  assert.deepEqual(checkLog(events, ledger), []);
  assert.equal((await f.engine.replay("local", runId)).difference, undefined);
  const last = events.findLast(
    (event): event is Extract<RunEvent, { type: "run.completed" }> => event.type === "run.completed",
  );
  return { status: run.status, error: run.error, output: last?.data.output, ran: f.runner.phases.length, events };
}

test("each kind of wait is gone through by its step", async () => {
  const answered = await played([CALL, { type: "answer", response: "blue" }], ASK);
  assert.deepEqual(answered.output, { response: "blue", answered_by: "ada" });
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

/** How a script fares that approves, under a policy that wants this. */
async function approving(
  wants: JsonObject,
  asks: Parameters<typeof played>[4],
  steps: readonly ScriptStep[] = [{ type: "approve" }],
) {
  const policy = { id: "p", match: "desk/*", effect: "require", ...wants };
  const save = (f: Fixture): Promise<unknown> => f.engine.savePolicy("local", policy, "ada");
  const { events, ...end } = await played([CALL, ...steps], null, {}, save, asks);
  const votes = events.flatMap(({ type, data }) => (type === "approval.decided" ? [[data.by, ...data.roles]] : []));
  return { ...end, votes };
}

test("only a rehearsal's script stands for everybody whose approval is needed", async () => {
  const wants = { approvers: ["ops", "lead"], quorum: 3, notRequester: true };
  const { status, votes } = await approving(wants, { standsForAll: true });
  assert.deepEqual([status, votes.length], ["completed", 3]);
});

const LEAD = { requestedByRoles: ["lead"] };
const MAY: readonly [string, JsonObject, typeof LEAD | object, string, number, readonly (readonly string[])[]][] = [
  ["who asked for the run may approve", {}, {}, "completed", 1, [["ada"]]],
  ["they have the role that may", { approvers: ["lead"] }, LEAD, "completed", 1, [["ada", "lead"]]],
  ["they have another role", { approvers: ["boss"] }, LEAD, "failed: not_allowed", 0, []],
  ["somebody else must", { notRequester: true }, LEAD, "failed: requester_may_not", 0, []],
  ["two must, of which they are one", { quorum: 2 }, LEAD, "waiting", 0, [["ada", "lead"]]],
];

for (const [title, wants, asks, expected, ran, votes] of MAY) {
  test(`a script's vote is that of who asked for its run: ${title}`, async () => {
    const end = await approving(wants, asks);
    assert.equal(end.status === "failed" ? `failed: ${end.error?.type}` : end.status, expected);
    assert.deepEqual([end.ran, end.votes], [ran, votes]);
  });
}

test("a script votes once, and may think better of it", async () => {
  const twice = await approving({ quorum: 2 }, {}, [{ type: "approve" }, { type: "approve" }]);
  assert.deepEqual([twice.status, twice.error?.type, twice.ran], ["failed", "already_voted", 0]);
  const other = await approving({ quorum: 2 }, {}, [{ type: "approve" }, { type: "deny", reason: "no" }]);
  assert.deepEqual([other.status, other.error?.type, other.ran], ["failed", "approval_denied", 0]);
});

test("a script answers only what is for who asked for its run", async () => {
  const boss: PhaseOutcome = { ...ASK, params: { question: "Which?", to: ["boss"] } };
  const answer: ScriptStep = { type: "answer", response: "blue" };
  const none = async (): Promise<void> => undefined;
  const refused = await played([CALL, answer], boss);
  assert.deepEqual([refused.status, refused.error?.type], ["failed", "not_allowed"]);
  const asBoss = await played([CALL, answer], boss, {}, none, { requestedByRoles: ["boss"] });
  assert.deepEqual(asBoss.output, { response: "blue", answered_by: "ada" });
  const rehearsed = await played([CALL, answer], boss, {}, none, { standsForAll: true });
  assert.deepEqual(rehearsed.output, { response: "blue", answered_by: "script" });
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
