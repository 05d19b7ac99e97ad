// What a model says that it used counts against its run's tokens; what nobody can have used takes nothing off them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRun } from "../../harness/agents.ts";
import { says } from "../../harness/fake-models.ts";
import { bound } from "../../harness/fake-toolbox.ts";
import { fixture } from "../../harness/fixture.ts";

const IMPOSSIBLE = [-1_000_000, Number.NaN, Number.NEGATIVE_INFINITY];

for (const said of IMPOSSIBLE) {
  test(`a model that says it used ${said} tokens gets no more steps for it`, async () => {
    await using f = await fixture();
    f.toolbox.tools = [bound("look")];
    f.runner.play = (call) => ({ kind: "result", value: call.callId });
    f.models.play = (_request, index) => ({
      ...says("", { name: "look", arguments: `{"x": ${index}}` }),
      usage: { inputTokens: said, outputTokens: 5 },
    });
    const runId = await createAgentRun(f, { limits: { tokens: 10 } });
    await f.engine.moveRun("local", runId);
    const { error, usage } = await f.engine.runResult("local", runId);
    assert.equal(error?.message, "tokens: the run used 10 and is allowed 10");
    assert.deepEqual(usage, { inputTokens: 0, outputTokens: 10 });
  });
}

test("more than can be counted is as much as can be", async () => {
  await using f = await fixture();
  f.models.play = () => ({ ...says("Hello."), usage: { inputTokens: Number.POSITIVE_INFINITY, outputTokens: 0.5 } });
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  const { usage } = await f.engine.runResult("local", runId);
  assert.deepEqual(usage, { inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 1 });
});
