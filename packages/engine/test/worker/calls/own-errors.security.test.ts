// What a tool calls its errors is its own, but for the names by which the engine knows that no tool has failed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRun } from "../../harness/agents.ts";
import { says } from "../../harness/fake-models.ts";
import { bound } from "../../harness/fake-toolbox.ts";
import { fixture, request } from "../../harness/fixture.ts";

const RESERVED = ["approval_denied", "outcome_unknown", "source_changed", "cancelled", "cut_short"];

for (const type of RESERVED) {
  test(`a tool that fails with ${type} uses up the failures of its run like any other`, async () => {
    await using f = await fixture();
    f.toolbox.tools = [bound("look", { onDenied: "fail" })];
    f.runner.play = () => ({ kind: "error", error: { type, message: "no" } });
    f.models.play = (_request, index) => says("", { name: "look", arguments: `{"x": ${index}}` });
    const runId = await createAgentRun(f);
    await f.engine.moveRun("local", runId);
    const { error } = await f.engine.runResult("local", runId);
    assert.deepEqual(error, { type: "failed", message: `${type}: no` });
    assert.equal(f.runner.phases.length, 3, "two failures are tolerated");
  });
}

test("an equal call after an error that only looks like an unknown outcome needs nobody's approval", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  const outcomes = ["outcome_unknown", null];
  f.runner.play = () => {
    const type = outcomes.shift() ?? null;
    return type === null ? { kind: "result", value: 1 } : { kind: "error", error: { type, message: "no" } };
  };
  f.models.play = (_request, index) => (index < 2 ? says("", { name: "look", arguments: '{"x": 1}' }) : says("Done."));
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  assert.equal((await f.engine.runResult("local", runId)).status, "completed");
});

test("a call that only says that it was cancelled has failed", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "error", error: { type: "cancelled", message: "no" } });
  const { callId } = await f.engine.startCall(request());
  assert.equal((await f.engine.outcome("local", callId)).status, "failed");
});
