import assert from "node:assert/strict";
import { test } from "node:test";
import { checkLog } from "../checker/check-log.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { fixture } from "../harness/fixture.ts";

test("a scripted run goes from its instructions to its end in seven commits, and needs no model", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look"), bound("write")];
  f.runner.play = (call) => ({ kind: "result", value: `${call.tool} done` });
  const runId = await createAgentRun(f, {
    script: [
      { type: "tool.call", toolName: "look", arguments: { x: 1 } },
      { type: "tool.calls", calls: [{ toolName: "desk/write", arguments: { x: 2 } }] },
      { type: "assistant.output", content: "All done." },
    ],
  });
  let appends = 0;
  const { append } = f.store;
  f.store.append = (request) => {
    appends += 1;
    return append(request);
  };
  await f.engine.moveRun("local", runId);
  assert.deepEqual(await f.types(runId), [
    "run.created",
    "message.user",
    "instructions.composed",
    "tools.discovered",
    "model.requested",
    "model.responded",
    "tool.called",
    "call.gated",
    "tool.started",
    "tool.result",
    "model.requested",
    "model.responded",
    "tool.called",
    "call.gated",
    "tool.started",
    "tool.result",
    "model.requested",
    "model.responded",
    "message.assistant",
    "run.completed",
  ]);
  assert.equal(f.models.requests.length, 0);
  assert.deepEqual(
    f.runner.phases.map(({ call, input }) => [call.tool, input.phase === "call" ? input.arguments : null]),
    [
      ["look", { x: 1 }],
      ["write", { x: 2 }],
    ],
  );
  const last = (await f.engine.events("local", runId)).at(-1);
  assert.deepEqual(last?.type === "run.completed" ? last.data.output : null, "All done.");
  assert.ok(appends <= 7, `${appends} appends after the claim`);
});

test("a model is asked, its call is run, and the result is shown to it", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.models.play = (_request, index) =>
    index === 0 ? says("Let me look.", { name: "look", arguments: '{"x": 3}', id: "call_a" }) : says("It is 3.");
  f.runner.play = () => ({ kind: "result", value: { seen: 3 } });
  const runId = await createAgentRun(f, { input: "What is it?" });
  await f.engine.moveRun("local", runId);
  assert.equal((await f.engine.run("local", runId)).status, "completed");
  const [first, second] = f.models.requests;
  assert.equal(first?.request.instructions, "Help.");
  assert.deepEqual(first?.request.messages, [{ role: "user", text: "What is it?" }]);
  assert.deepEqual(
    first?.request.tools.map(({ name }) => name),
    ["look"],
  );
  assert.deepEqual(second?.request.messages, [
    { role: "user", text: "What is it?" },
    { role: "assistant", text: "Let me look.", calls: [{ id: "call_a", name: "look", arguments: '{"x": 3}' }] },
    { role: "tool", results: [{ callId: "call_a", name: "look", ok: true, value: { seen: 3 } }] },
  ]);
  const events = await f.engine.events("local", runId);
  assert.deepEqual(checkLog(events, []), []);
  assert.equal(events.filter(({ type }) => type === "tools.discovered").length, 1);
});
