// A server: one process in which some ask for runs and wait for them, and a worker takes whatever can move. None of them
// waits for the look at a fixed interval: time stands still in these tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, person, request } from "../harness/fixture.ts";
import { settle, until } from "../harness/virtual-clock.ts";

const QUESTION = { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} } as const;

test("whoever asks for a run while the worker beside it takes it waits for that move, and no longer", async () => {
  await using f = await fixture();
  const gate = { open: Promise.resolve(), asked: 0 };
  const values = async () => {
    gate.asked += 1;
    await gate.open;
    return [];
  };
  const { engine, runner } = f.another({}, { values });
  runner.play = (_call, input) => (input.phase === "call" ? QUESTION : { kind: "result", value: 1 });
  const { runId, callId } = await engine.startCall(request());
  const stop = new AbortController();
  const working = engine.work({ concurrency: 4, signal: stop.signal });
  await f.clock.pass(10);

  // The worker has taken the run and cannot move it yet: what it masks with has not been read.
  const read = Promise.withResolvers<void>();
  gate.open = read.promise;
  const before = gate.asked;
  const { wait } = await f.engine.outcome("local", callId);
  await f.engine.answer("local", wait?.id ?? "", "yes", person("bob"));
  await f.clock.pass(10);
  assert.equal(gate.asked, before + 1);
  assert.equal((await engine.run("local", runId)).status, "running");
  let moved = false;
  const moving = engine.moveRun("local", runId).then(() => {
    moved = true;
  });
  await settle();
  assert.equal(moved, false);
  const at = f.clock.monotonic();
  read.resolve();
  await moving;
  assert.equal(f.clock.monotonic(), at);
  assert.equal((await engine.outcome("local", callId)).ok, true);
  assert.equal(runner.phases.length, 2);
  stop.abort();
  await f.clock.pass(100);
  await working;
});

test("two who ask for one run at once wait for one move, whose lease is renewed for as long as it takes", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : new Promise(() => undefined));
  const { runId, callId } = await f.engine.startCall(request());
  const { wait } = await f.engine.outcome("local", callId);
  await f.engine.answer("local", wait?.id ?? "", "yes", person("bob"));
  const moves = [f.engine.moveRun("local", runId), f.engine.moveRun("local", runId)];
  await until(() => f.runner.phases.length === 2);
  await f.clock.pass(29_000);
  await f.clock.pass(29_000);
  assert.equal(f.runner.last.signal.aborted, false);
  const at = f.clock.monotonic();
  await f.runner.last.finish({ kind: "result", value: 1 });
  await Promise.all(moves);
  assert.equal(f.clock.monotonic(), at);
  assert.deepEqual((await f.types(runId)).slice(-3), ["tool.resumed", "tool.result", "run.completed"]);
});

test("what this process writes of a run is told to whoever follows it here", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : new Promise(() => undefined));
  const { runId, callId } = await f.engine.startCall(request());
  const seen: string[] = [];
  const following = (async () => {
    for await (const event of f.engine.follow("local", runId, 5, new AbortController().signal)) seen.push(event.type);
  })();
  const { wait } = await f.engine.outcome("local", callId);
  await f.engine.answer("local", wait?.id ?? "", "yes", person("bob"));
  const moving = f.engine.moveRun("local", runId);
  await until(() => seen.includes("tool.resumed"));
  await f.runner.last.finish({ kind: "result", value: 1 });
  await Promise.all([moving, following]);
  assert.equal(f.clock.monotonic(), 0);
  assert.deepEqual(seen, ["wait.resolved", "tool.resumed", "tool.result", "run.completed"]);
});

test("whoever watches a wait is told when it expires under the hands of this process", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { ...QUESTION, params: { question: "?", timeoutSeconds: 60 } }
      : { kind: "result", value: 1 };
  const { runId, callId } = await f.engine.startCall(request());
  const { wait } = await f.engine.outcome("local", callId);
  await f.clock.pass(60_000);
  const ended = f.engine.waitEnded("local", wait?.id ?? "", new AbortController().signal);
  await settle();
  const at = f.clock.monotonic();
  await f.engine.moveRun("local", runId);
  assert.equal((await ended).status, "expired");
  assert.equal(f.clock.monotonic(), at);
});
