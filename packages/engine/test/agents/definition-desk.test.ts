// Agents and models as people keep them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture } from "../harness/fixture.ts";

const AGENT = { id: "desk", instructions: "Help.", tools: [] };
const MODEL = { id: "main", provider: "anthropic", name: "some-model" };

test("an agent is saved, replaced, read and removed", async () => {
  await using f = await fixture();
  assert.deepEqual(await f.engine.saveAgent("local", AGENT, "ada"), { id: "desk", version: 1, found: false });
  assert.deepEqual(await f.engine.saveAgent("local", { ...AGENT, supersede: true }, "bob"), {
    id: "desk",
    version: 2,
    found: true,
  });
  const wanted = { ...AGENT, model: "default", supersede: true };
  assert.deepEqual(await f.engine.agent("local", "desk"), wanted);
  const [row] = await f.engine.agents("local");
  assert.deepEqual([row?.id, row?.definition, row?.savedBy], ["desk", wanted, "bob"]);
  await assert.rejects(() => f.engine.agent("other", "desk"), { code: "agent_not_found" });
  assert.equal(await f.engine.removeAgent("local", "desk", "ada"), true);
  assert.equal(await f.engine.removeAgent("local", "desk", "ada"), false);
  await assert.rejects(() => f.engine.agent("local", "desk"), { code: "agent_not_found" });
});

test("a model is saved and removed, apart from an agent of the same id", async () => {
  await using f = await fixture();
  assert.equal((await f.engine.saveModel("local", MODEL, "ada")).found, false);
  assert.equal((await f.engine.saveAgent("local", { ...AGENT, id: "main" }, "ada")).found, false);
  assert.deepEqual(
    (await f.engine.models("local")).map(({ definition }) => definition),
    [MODEL],
  );
  assert.equal(await f.engine.removeModel("local", "main", "ada"), true);
  assert.equal((await f.engine.agents("local")).length, 1);
});

test("what is wrong is told with its place, and nothing is saved", async () => {
  await using f = await fixture();
  await assert.rejects(() => f.engine.saveAgent("local", { ...AGENT, tools: "all" }, "ada"), {
    code: "invalid_agent",
    message: 'agent desk: `tools` is "all"; expected a list',
  });
  await assert.rejects(() => f.engine.saveModel("local", { ...MODEL, provider: "x" }, "ada"), {
    code: "invalid_model",
  });
  assert.deepEqual([await f.engine.agents("local"), await f.engine.models("local")], [[], []]);
});
