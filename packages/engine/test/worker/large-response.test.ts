import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { fixture } from "../harness/fixture.ts";

const SCHEMA = { type: "object", properties: { text: { type: "string" } } };

test("texts and arguments over 1 MiB go to the tool, to the log and back to the model whole, also by way of another worker", async () => {
  await using f = await fixture();
  const text = "ä".repeat(700_000);
  f.toolbox.tools = [bound("write", {}, SCHEMA)];
  f.models.play = () => says(text, { name: "write", arguments: JSON.stringify({ text }) });
  f.runner.play = () => ({ kind: "yield", wait: "time", params: { seconds: 5 }, meta: { text: "small" } });
  const runId = await createAgentRun(f);
  await f.engine.once();
  assert.deepEqual(f.runner.last.input.phase === "call" ? f.runner.last.input.arguments : null, { text });
  f.gone.add("machine-1");
  await f.clock.pass(6_000);
  const other = f.another();
  other.runner.play = () => ({ kind: "result", value: text });
  other.models.play = () => says("Done.");
  await other.engine.once();
  assert.equal((await other.engine.run("local", runId)).status, "completed");
  const [, assistant, tool] = other.models.last.request.messages;
  assert.equal(assistant?.role === "assistant" ? assistant.text : null, text);
  assert.equal(tool?.role === "tool" ? tool.results[0]?.value : null, text);
});
