// A call like one of its own message that got lost: whoever let it through, or approved it, did not know that.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolTraits } from "../../src/index.ts";
import { checkRun, openApproval } from "../approvals/asked-call.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { fixture, person } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

/** Two calls of one message; the worker of the first is lost, and another one takes the run over. */
async function lose(traits: Partial<ToolTraits>, second = '{"x": 1}') {
  const f = await fixture();
  f.toolbox.tools = [bound("pay", traits)];
  const both = ['{"x": 1}', second].map((given) => ({ name: "pay", arguments: given }));
  f.models.play = () => says("", ...both);
  const runId = await createAgentRun(f);
  // A worker that is thought to be gone must not wake up and take the run again.
  const gone = new AbortController();
  const moved = f.engine.once(undefined, gone.signal);
  if (traits.requiresApproval === true) {
    const open = () => f.engine.listWaits("local", { open: true, runId, limit: 5 });
    // It has come to rest and was given back: else the approvals would be for whoever holds it to hear of.
    await moved;
    for (const { id } of (await open()).toReversed()) await f.engine.approve("local", id, person("bob"));
    void f.engine.once(undefined, gone.signal);
  }
  await until(() => f.runner.phases.length === 1);
  gone.abort();
  f.gone.add("machine-1");
  const next = f.another();
  next.runner.play = (call) => {
    f.runner.phases.push(next.runner.last);
    return { kind: "result", value: call.callId };
  };
  next.models.play = () => says("Done.");
  await next.engine.once();
  return { f, runId, engine: next.engine, ran: () => next.runner.phases.length };
}

const TABLE: readonly [string, Partial<ToolTraits>, string | undefined, number][] = [
  ["that was let through", {}, undefined, 0],
  ["that was approved", { requiresApproval: true }, undefined, 0],
  ["with other arguments", {}, '{"x": 2}', 1],
];

for (const [what, traits, second, ran] of TABLE) {
  test(`a call ${what} ${ran === 0 ? "asks a person again" : "runs"} once another of its message got lost`, async () => {
    const lost = await lose(traits, second);
    await using f = lost.f;
    assert.equal(lost.ran(), ran);
    if (ran > 0) return void (await checkRun(f, lost.runId));
    const asked = await openApproval(f, lost.runId);
    assert.match(asked.approval?.reason ?? "", /what an equal call of `pay` did before is not known/);
    await lost.engine.approve("local", asked.id, person("bob"));
    await lost.engine.moveRun("local", lost.runId);
    assert.equal(lost.ran(), 1);
    await checkRun(f, lost.runId);
  });
}
