// What came of a call or of a request goes into one append with what begins next, where nothing stands between; where that
// takes a while, it is written without it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkLog } from "../checker/check-log.ts";
import { createAgentRun } from "../harness/agents.ts";
import { type FakeModels, says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person } from "../harness/fixture.ts";
import { settle, until } from "../harness/virtual-clock.ts";

/** Notes the kinds of events of each append. */
function appends(f: Fixture): string[] {
  const seen: string[] = [];
  const { append } = f.store;
  f.store.append = (request) => {
    seen.push([...request.facts, ...(request.decision?.events ?? [])].map(({ type }) => type).join(" "));
    return append(request);
  };
  return seen;
}

/** A model that calls a tool so many times, and is done. */
function calling(models: FakeModels, tool: string, times: number): void {
  models.play = (_request, index) =>
    index < times ? says("", { name: tool, arguments: `{"x": ${index}}` }) : says("Done.");
}

/** Tools are found when the gate is opened. */
function gated(f: Fixture): { readonly wanted: () => number; readonly open: () => void } {
  const gate = Promise.withResolvers<void>();
  const { toolbox } = f;
  const discover = toolbox.discover.bind(toolbox);
  toolbox.discover = async () => {
    const found = await discover();
    if (toolbox.discovered > 1) await gate.promise;
    return found;
  };
  return { wanted: () => toolbox.discovered, open: gate.resolve };
}

const RESULT = { kind: "result", value: "seen" } as const;

test("a step with a call is two appends, and each holds what nothing stands between", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = () => RESULT;
  calling(f.models, "look", 3);
  const runId = await createAgentRun(f);
  const seen = appends(f);
  await f.engine.moveRun("local", runId);
  const said = "model.responded tool.called call.gated tool.started";
  const asked = "tool.result model.requested";
  assert.deepEqual(seen, [said, asked, said, asked, said, asked, "model.responded message.assistant run.completed"]);
  const ledger = f.runner.phases.map(({ call }) => ({ callId: call.callId, phase: "call" }));
  assert.deepEqual(checkLog(await f.engine.events("local", runId), ledger), []);
  assert.equal(f.clock.monotonic(), 0);
});

test("a call that people are asked about starts in an append of its own, after they have agreed", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("pay", { requiresApproval: true })];
  f.runner.play = () => RESULT;
  calling(f.models, "pay", 1);
  const runId = await createAgentRun(f);
  const seen = appends(f);
  await f.engine.moveRun("local", runId);
  assert.deepEqual(seen, ["model.responded tool.called call.gated approval.requested"]);
  const [wait] = await f.engine.listWaits("local", { open: true, limit: 1 });
  await f.engine.approve("local", wait?.id ?? "", person("bob"));
  await f.engine.moveRun("local", runId);
  assert.deepEqual(seen.slice(1), ["tool.result model.requested", "model.responded message.assistant run.completed"]);
});

test("what the model said does not wait for a sandbox that takes its time", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = () => RESULT;
  calling(f.models, "look", 1);
  const place = Promise.withResolvers<void>();
  f.runner.hold = place.promise;
  const runId = await createAgentRun(f);
  const seen = appends(f);
  const moving = f.engine.moveRun("local", runId);
  await until(() => f.models.requests.length === 1);
  await settle();
  assert.deepEqual(seen, []);
  await f.clock.pass(24);
  assert.deepEqual(seen, []);
  await f.clock.pass(1);
  assert.deepEqual(seen, ["model.responded tool.called call.gated"]);
  await f.clock.pass(500);
  assert.equal(seen.length, 1);
  place.resolve();
  await moving;
  assert.deepEqual(seen.slice(1, 3), ["tool.started", "tool.result model.requested"]);
});

test("what a call said goes before its result, also where that waits", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = (_call, _input, observer) => {
    observer.log("stdout", "looking");
    return RESULT;
  };
  calling(f.models, "look", 1);
  const runId = await createAgentRun(f);
  const seen = appends(f);
  await f.engine.moveRun("local", runId);
  assert.equal(seen[1], "tool.log tool.result model.requested");
});

test("a result is written where what comes next goes wrong", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = () => RESULT;
  calling(f.models, "look", 1);
  const runId = await createAgentRun(f);
  const discover = f.toolbox.discover.bind(f.toolbox);
  f.toolbox.discover = () => (f.toolbox.discovered === 0 ? discover() : Promise.reject(new Error("no tools")));
  await assert.rejects(f.engine.moveRun("local", runId), { message: "no tools" });
  const events = await f.engine.events("local", runId);
  assert.equal(events.at(-1)?.type, "tool.result");
  // And the run goes on where it was.
  f.toolbox.discover = discover;
  await f.engine.moveRun("local", runId);
  assert.equal((await f.engine.run("local", runId)).status, "completed");
  assert.equal(f.runner.phases.length, 1);
});

test("a result that waits when its run is taken away is kept as a late one", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = () => RESULT;
  calling(f.models, "look", 1);
  const runId = await createAgentRun(f);
  const tools = gated(f);
  const moving = f.engine.moveRun("local", runId);
  await until(() => tools.wanted() === 2);
  const other = f.another();
  f.gone.add("machine-1");
  other.models.play = () => says("It is not known.");
  void other.engine.once();
  await settle();
  await f.clock.pass(25);
  tools.open();
  await until(async () => (await other.engine.run("local", runId)).endedAt !== null);
  await f.clock.pass(1_000);
  await moving;
  const events = await other.engine.events("local", runId);
  const late = events.find(({ type }) => type === "tool.late_result");
  assert.ok(late?.type === "tool.late_result");
  assert.deepEqual([late.data.ok, late.data.value, late.data.fence], [true, "seen", 1]);
  const result = events.find(({ type }) => type === "tool.result");
  assert.equal(result?.type === "tool.result" && result.data.error?.type, "outcome_unknown");
  assert.deepEqual(
    checkLog(
      events,
      f.runner.phases.map(({ call }) => ({ callId: call.callId, phase: "call" })),
    ),
    [],
  );
});

test("a worker that is told to stop writes what it knows, and starts nothing with it", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = () => RESULT;
  calling(f.models, "look", 1);
  const runId = await createAgentRun(f);
  const tools = gated(f);
  const working = new AbortController();
  const worked = f.engine.work({ concurrency: 1, signal: working.signal });
  await f.clock.pass(10);
  await until(() => tools.wanted() === 2);
  working.abort();
  await f.clock.pass(10);
  await worked;
  const run = await f.engine.run("local", runId);
  assert.equal(run.status, "ready");
  assert.equal((await f.types(runId)).at(-1), "tool.result");
  tools.open();
});
