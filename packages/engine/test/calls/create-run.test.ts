// Creating runs of agents: what is refused before anything is written, queues, keys, superseding, and what a run came to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgentDefinition, EngineError, type StartRun } from "../../src/index.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture } from "../harness/fixture.ts";

const AGENT: AgentDefinition = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };

function message(given: Partial<StartRun> = {}): StartRun {
  return { tenant: "local", agent: AGENT, input: "Hello", requestedBy: "ada", ...given };
}

async function code(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => "done",
    (error: unknown) => (error instanceof EngineError ? `${error.code}: ${error.message}` : String(error)),
  );
}

/** A run that waits for an approval of its only call. */
async function asking(f: Fixture, agent: AgentDefinition, threadId: string) {
  f.toolbox.tools = [bound("publish", { requiresApproval: true })];
  f.models.play = ({ messages }) =>
    messages.length === 1 ? says("", { name: "publish", arguments: "{}" }) : says("Done.");
  const run = await f.engine.createRun(message({ agent, threadId }));
  await f.engine.moveRun("local", run.runId);
  return run;
}

test("a message runs once it is moved, and its result is the model's last text", async () => {
  await using f = await fixture();
  f.models.play = () => says("Hello Ada.");
  const run = await f.engine.createRun(message({ context: { plan: "free" } }));
  assert.equal(run.queuedBehind, 0);
  assert.deepEqual(await f.types(run.runId), ["run.created", "message.user"]);
  assert.equal((await f.engine.runResult("local", run.runId)).status, "waiting");
  await f.engine.moveRun("local", run.runId);
  assert.deepEqual(await f.engine.runResult("local", run.runId), {
    runId: run.runId,
    threadId: run.threadId,
    kind: "agent",
    status: "completed",
    output: "Hello Ada.",
    waits: [],
    usage: { inputTokens: 10, outputTokens: 5 },
  });
});

test("a run without a model is refused before anything is written, unless it is scripted", async () => {
  await using f = await fixture();
  f.models.set.clear();
  const told = await code(f.engine.createRun(message()));
  assert.equal(told, "no_model: no model is set: agent desk asks for the model or role default");
  assert.deepEqual(await f.engine.listRuns("local", { limit: 10 }), []);
  const scripted = await f.engine.createRun(message({ script: [{ type: "assistant.output", content: "Hi." }] }));
  await f.engine.moveRun("local", scripted.runId);
  const result = await f.engine.runResult("local", scripted.runId);
  assert.equal(result.status, "completed");
  assert.equal(result.usage, undefined, "no model was asked");
});

test("a script that is none is refused with its steps' faults", async () => {
  await using f = await fixture();
  const script = [{ type: "tool.call", toolName: "add" }];
  const told = await code(f.engine.createRun(message({ script })));
  assert.equal(told, "invalid_script: script: `[0].arguments` is missing");
});

test("messages of one thread are queued behind each other, a hundred and no more", async () => {
  await using f = await fixture();
  const threadId = "thr_one";
  for (let behind = 0; behind <= 100; behind += 1) {
    const run = await f.engine.createRun(message({ threadId }));
    assert.equal(run.queuedBehind, behind);
  }
  assert.match(
    await code(f.engine.createRun(message({ threadId }))),
    /^queue_full: thread thr_one has 100 runs queued/,
  );
  const [newest] = await f.engine.listRuns("local", { limit: 1 });
  assert.equal((await f.engine.runResult("local", newest?.runId ?? "")).status, "queued");
});

test("the same key gives the same run, and another message with it is refused", async () => {
  await using f = await fixture();
  const first = await f.engine.createRun(message({ idempotencyKey: "k" }));
  assert.deepEqual(await f.engine.createRun(message({ idempotencyKey: "k" })), first);
  assert.match(await code(f.engine.createRun(message({ idempotencyKey: "k", input: "Bye" }))), /^key_reused: /);
});

test("a new message decides no open approval, and supersedes it where its agent says so", async () => {
  await using f = await fixture();
  const run = await asking(f, AGENT, "thr_one");
  await f.engine.createRun(message({ threadId: "thr_one" }));
  const [wait] = await f.engine.listWaits("local", { open: true, runId: run.runId, limit: 10 });
  assert.ok(wait !== undefined);
  await f.engine.createRun(message({ threadId: "thr_one", agent: { ...AGENT, supersede: true } }));
  const ended = await f.engine.wait("local", wait.id);
  assert.deepEqual([ended.status, ended.endedBy], ["cancelled", "ada"]);
  await f.engine.moveRun("local", run.runId);
  assert.equal(f.runner.phases.length, 0);
  const events = await f.engine.events("local", run.runId);
  const result = events.find((event) => event.type === "tool.result");
  assert.equal(result?.data.error?.message, "denied: superseded by a new message");
});

test("what supersedes does so with the message itself, also where its reply was lost and it is sent again", async () => {
  await using f = await fixture();
  const run = await asking(f, AGENT, "thr_one");
  const [wait] = await f.engine.listWaits("local", { open: true, runId: run.runId, limit: 10 });
  const again = message({ threadId: "thr_one", agent: { ...AGENT, supersede: true }, idempotencyKey: "k" });
  const { create } = f.store;
  f.store.create = async (given) => {
    await create(given);
    throw new Error("killed");
  };
  await assert.rejects(f.engine.createRun(again), { message: "killed" });
  f.store.create = create;
  assert.equal((await f.engine.wait("local", wait?.id ?? "")).status, "cancelled");
  assert.equal((await f.engine.createRun(again)).queuedBehind, 1);
});

test("a run of an agent that sleeps for an approval is cancelled at once, with its wait", async () => {
  await using f = await fixture();
  const run = await asking(f, AGENT, "thr_one");
  const next = await f.engine.createRun(message({ threadId: "thr_one" }));
  const row = await f.engine.cancelRun("local", run.runId, "bob", "late");
  assert.equal(row.status, "cancelled");
  assert.deepEqual(await f.engine.listWaits("local", { open: true, limit: 10 }), []);
  assert.equal((await f.engine.run("local", next.runId)).status, "ready", "the thread's next run may go on");
  assert.match(await code(f.engine.cancelRun("local", run.runId, "bob")), /^run_ended: .*cancelled/);
  const report = await f.engine.replay("local", run.runId);
  assert.deepEqual([report.ok, report.difference], [true, undefined]);
});

test("secrets in a message, its context and the agent's instructions are masked", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "TOKEN", value: "sesame-open-123" }];
  const agent = { ...AGENT, instructions: "Use sesame-open-123." };
  const run = await f.engine.createRun(message({ agent, input: "sesame-open-123", context: { t: "sesame-open-123" } }));
  const log = JSON.stringify(await f.engine.events("local", run.runId));
  assert.ok(!log.includes("sesame"));
  assert.equal(log.split("[secret TOKEN]").length, 5);
});
