// Threads: what was said in them, what they are called, and how they are removed.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../src/index.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, request } from "../harness/fixture.ts";

const AGENT: AgentDefinition = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };

async function say(f: Fixture, input: string, threadId?: string) {
  const named = threadId === undefined ? {} : { threadId };
  const run = await f.engine.createRun({ tenant: "local", agent: AGENT, input, requestedBy: "ada", ...named });
  await f.engine.moveRun("local", run.runId);
  return run;
}

test("a thread has what people and the model said, in order, and nothing of its tools", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("list")];
  f.runner.play = () => ({ kind: "result", value: "secretive" });
  const replies = [says("Looking.", { name: "list", arguments: "{}" }), says("Two."), says("Bye.")];
  f.models.play = (_request, index) => replies[index] ?? says("?");
  const { threadId, runId } = await say(f, "How many?");
  const second = await say(f, "Thanks", threadId);
  const thread = await f.engine.thread("local", threadId);
  assert.deepEqual(
    thread.messages.map(({ role, text, runId: of }) => [role, text, of]),
    [
      ["user", "How many?", runId],
      ["assistant", "Looking.", runId],
      ["assistant", "Two.", runId],
      ["user", "Thanks", second.runId],
      ["assistant", "Bye.", second.runId],
    ],
  );
  assert.deepEqual(
    (await f.engine.threads("local", 10)).map(({ id }) => id),
    [threadId],
  );
});

test("what is named of a thread is changed, and the rest stays", async () => {
  await using f = await fixture();
  await f.engine.saveThread("local", "thr_one", { title: "One", metadata: { a: 1 } });
  await f.engine.saveThread("local", "thr_one", { agent: "desk" });
  const { id, title, metadata, agent, messages } = await f.engine.thread("local", "thr_one");
  assert.deepEqual(
    { id, title, metadata, agent, messages },
    { id: "thr_one", title: "One", metadata: { a: 1 }, agent: "desk", messages: [] },
  );
  assert.deepEqual(await f.engine.ids("local", "thr", "thr_o"), ["thr_one"]);
});

test("a thread is removed with its runs, unless one of them has not ended", async () => {
  await using f = await fixture();
  f.models.play = () => says("Hello.");
  const { threadId, runId } = await say(f, "Hi");
  f.runner.play = () => ({ kind: "yield", wait: "answer", params: { question: "?" }, meta: {} });
  const call = await f.engine.startCall(request({ threadId }));
  await assert.rejects(() => f.engine.removeThread("local", threadId, "ada"), { code: "thread_busy" });
  await f.engine.cancelRun("local", call.runId, "ada");
  assert.deepEqual(await f.engine.removeThread("local", threadId, "ada"), { runs: 2 });
  await assert.rejects(() => f.engine.run("local", runId), { code: "run_not_found" });
  await assert.rejects(() => f.engine.thread("local", threadId), { code: "thread_not_found" });
  await assert.rejects(() => f.engine.removeThread("local", threadId, "ada"), { code: "thread_not_found" });
});

test("secrets in a title are masked", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "TOKEN", value: "sesame-open-123" }];
  const { title } = await f.engine.saveThread("local", "thr_one", { title: "sesame-open-123" });
  assert.equal(title, "[secret TOKEN]");
});
