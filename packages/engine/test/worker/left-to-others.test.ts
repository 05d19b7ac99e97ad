// A run that needs what this process has not, for example a secret, is left to a worker that has it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

const ASK = { kind: "yield", wait: "answer", params: { question: "which?" }, meta: {} } as const;
const settings = { secrets: ["TOKEN"] };

/** A run whose question has been answered, and a worker beside the first that has what the run needs. */
async function answered(f: Fixture) {
  f.runner.lacks = ({ secrets }) => (secrets === undefined ? null : "the secret TOKEN");
  const other = f.another();
  for (const runner of [f.runner, other.runner]) {
    runner.play = (_call, input) => (input.phase === "call" ? ASK : { kind: "result", value: "done" });
  }
  const started = await other.engine.startCall(request({ settings }));
  const { runId } = started;
  const [wait] = await f.engine.listWaits("local", { open: true, runId, limit: 1 });
  await f.engine.answer("local", wait?.id ?? "", "x", person("bob"));
  return { runId, other };
}

/** Waits for workers that were told to stop. */
async function stopped(f: Fixture, work: Promise<unknown>): Promise<void> {
  let done = false;
  work.finally(() => {
    done = true;
  });
  await until(async () => {
    await f.clock.pass(100);
    return done;
  });
  await work;
}

test("a worker leaves it, says what is lacking, and moves what else there is; one that has it goes on", async () => {
  await using f = await fixture();
  const { runId, other } = await answered(f);
  const plain = await f.engine.startCall(request());
  const [wait] = await f.engine.listWaits("local", { open: true, runId: plain.runId, limit: 1 });
  await f.engine.answer("local", wait?.id ?? "", "x", person("bob"));

  const told: [string, string][] = [];
  const moved = await f.engine.once(undefined, undefined, (error, run) => told.push([String(error), run]));
  assert.deepEqual(told, [["EngineError: it is left to a worker that has the secret TOKEN", runId]]);
  assert.deepEqual(
    moved.map((each) => each.runId),
    [plain.runId],
  );
  assert.deepEqual(
    f.runner.phases.map(({ call, input }) => [call.runId, input.phase]),
    [
      [plain.runId, "call"],
      [plain.runId, "resume"],
    ],
  );

  assert.equal((await f.engine.run("local", runId)).status, "ready");
  assert.deepEqual(await f.engine.once(), [], "it is not taken a second time");
  await other.engine.once();
  assert.equal((await f.engine.run("local", runId)).status, "completed");
  assert.deepEqual(
    other.runner.phases.map(({ input }) => input.phase),
    ["call", "resume"],
  );
});

test("two workers at work: whichever takes it first, the one that has what it needs finishes it", async () => {
  await using f = await fixture();
  const { runId, other } = await answered(f);
  const abort = new AbortController();
  const told: string[] = [];
  const trouble = (error: unknown): void => void told.push(String(error));
  const works = [f.engine, other.engine].map((engine) =>
    engine.work({ concurrency: 2, signal: abort.signal, trouble }),
  );
  await until(async () => {
    await f.clock.pass(500);
    return (await f.engine.run("local", runId)).status === "completed";
  });
  abort.abort();
  await stopped(f, Promise.all(works));
  assert.deepEqual(f.runner.phases, []);
  assert.ok(
    told.every((each) => each.includes("the secret TOKEN")),
    told.join("\n"),
  );
});

test("one that is being cancelled needs nothing", async () => {
  await using f = await fixture();
  const { runId } = await answered(f);
  await f.engine.cancelRun("local", runId, "ada");
  assert.equal((await f.engine.run("local", runId)).status, "cancelled");
});

test("a store that could not be asked is told of, and that it answers again", async () => {
  await using f = await fixture();
  const { fireDue } = f.store;
  let away = true;
  f.store.fireDue = (...given) => (away ? Promise.reject(new Error("away")) : fireDue(...given));
  const abort = new AbortController();
  const told: string[] = [];
  const work = f.engine.work({
    concurrency: 1,
    signal: abort.signal,
    trouble: (error) => void told.push(String(error)),
    over: () => void told.push("over"),
  });
  await until(async () => told.length > 0);
  away = false;
  await until(async () => {
    await f.clock.pass(1_000);
    return told.includes("over");
  });
  abort.abort();
  await stopped(f, work);
  assert.deepEqual(new Set(told), new Set(["Error: away", "over"]));
  assert.equal(told.filter((each) => each === "over").length, 1);
});
