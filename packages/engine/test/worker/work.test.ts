import assert from "node:assert/strict";
import { test } from "node:test";
import type { MoveObserver } from "../../src/index.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, request } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

const NAP = { kind: "yield", wait: "time", params: { seconds: 60 }, meta: {} } as const;

/** A worker at work; the returned function stops it as SIGTERM does. */
function working(
  f: Pick<Fixture, "engine" | "clock">,
  options: {
    concurrency?: number;
    observer?: (runId: string) => MoveObserver;
    trouble?: (error: unknown) => void;
  } = {},
): { stop: () => Promise<void>; readonly done: boolean } {
  const abort = new AbortController();
  const state = { done: false };
  const work = f.engine.work({ concurrency: 4, signal: abort.signal, ...options }).finally(() => {
    state.done = true;
  });
  return {
    get done() {
      return state.done;
    },
    async stop() {
      abort.abort();
      await until(async () => {
        await f.clock.pass(state.done ? 0 : 100);
        return state.done;
      });
      await work;
    },
  };
}

test("what is ready when it starts is moved, without any wake-up", async () => {
  await using f = await fixture();
  f.models.play = () => says("Done.");
  const runId = await createAgentRun(f);
  f.store.watch = () => ({ [Symbol.dispose]: () => undefined });
  const worker = working(f);
  await until(async () => (await f.engine.run("local", runId)).status === "completed");
  await worker.stop();
});

test("a due time is found by the clock alone, within its second", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("nap")];
  f.models.play = (_request, index) => (index === 0 ? says("", { name: "nap", arguments: "{}" }) : says("Done."));
  f.runner.play = (_call, input) => (input.phase === "call" ? NAP : { kind: "result", value: 1 });
  f.store.watch = () => ({ [Symbol.dispose]: () => undefined });
  const runId = await createAgentRun(f);
  const worker = working(f);
  await until(async () => (await f.engine.run("local", runId)).status === "waiting");
  await f.clock.pass(59_000);
  assert.equal((await f.engine.run("local", runId)).status, "waiting");
  await f.clock.pass(2_000);
  await until(async () => (await f.engine.run("local", runId)).status === "completed");
  await worker.stop();
});

test("no more runs are moved at once than is allowed", async () => {
  await using f = await fixture();
  for (let n = 0; n < 5; n++) await createAgentRun(f);
  const worker = working(f, { concurrency: 2 });
  await until(() => f.models.requests.length === 2);
  await f.clock.pass(3_000);
  assert.equal(f.models.requests.length, 2);
  for (let n = 0; n < 5; n++) {
    await until(async () => {
      await f.clock.pass(10);
      return f.models.requests.length > n;
    });
    await f.models.requests[n]?.reply(says("Done."));
  }
  await worker.stop();
  assert.deepEqual(
    (await f.engine.listRuns("local", { limit: 10 })).map(({ status }) => status),
    Array.from({ length: 5 }, () => "completed"),
  );
});

test("tenants take turns, however many runs one of them has", async () => {
  await using f = await fixture();
  for (let n = 0; n < 4; n++) await createAgentRun(f, { tenant: "busy" });
  for (const tenant of ["quiet-1", "quiet-2"]) await createAgentRun(f, { tenant });
  const order: string[] = [];
  f.models.play = ({ tenant }) => {
    order.push(tenant);
    return says("Done.");
  };
  const worker = working(f, { concurrency: 1 });
  await until(async () => {
    await f.clock.pass(10);
    return order.length === 6;
  });
  await worker.stop();
  assert.deepEqual(order.slice(0, 3).sort(), ["busy", "quiet-1", "quiet-2"]);
});

test("told to stop it takes nothing more, gives idle runs back at once, and lets what runs finish", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("write")];
  f.models.play = () => says("", { name: "write", arguments: "{}" });
  const runId = await createAgentRun(f);
  const worker = working(f);
  await until(() => f.runner.phases.length === 1);
  const stopping = worker.stop();
  await createAgentRun(f);
  await f.clock.pass(500);
  assert.equal(worker.done, false);
  await f.runner.last.finish({ kind: "result", value: 1 });
  await stopping;
  // The result is written; what comes next is somebody else's.
  assert.deepEqual((await f.types(runId)).slice(-1), ["tool.result"]);
  const row = await f.engine.run("local", runId);
  assert.deepEqual([row.status, row.workerId], ["ready", null]);
  assert.equal(f.models.requests.length, 1);
  assert.equal(f.runner.phases.length, 1);
});

test("after its time what still runs is ended: it is not known what it did, but where it may be begun again", async () => {
  for (const [idempotent, end] of [
    [false, "tool.result"],
    [true, "tool.started"],
  ] as const) {
    await using f = await fixture({ drainMs: 5_000 });
    f.toolbox.tools = [bound("write", { idempotent })];
    f.models.play = () => says("", { name: "write", arguments: "{}" });
    const runId = await createAgentRun(f);
    const worker = working(f);
    await until(() => f.runner.phases.length === 1);
    await worker.stop();
    assert.equal((await f.types(runId)).at(-1), end);
    assert.equal((await f.engine.run("local", runId)).status, "ready");
  }
});

test("a run whose log cannot be read is told of, left for a while that grows, and keeps nobody from the others", async () => {
  await using f = await fixture();
  f.models.play = () => says("Done.");
  const [broken, whole] = [await createAgentRun(f, { runId: "run_000000_broken" }), await createAgentRun(f)];
  const { load } = f.store;
  let loads = 0;
  f.store.load = async (tenant, runId, options) => {
    const loaded = await load(tenant, runId, options);
    if (runId !== broken || loaded === null) return loaded;
    loads += 1;
    return { ...loaded, events: loaded.events.map((event) => ({ ...event, data: "{" })) };
  };
  const troubles: string[] = [];
  const trouble = (error: unknown): void => void troubles.push(error instanceof Error ? error.message : "");
  const worker = working(f, { trouble });
  await until(async () => (await f.engine.run("local", whole)).status === "completed");
  await until(() => troubles.length === 1);
  assert.match(troubles[0] ?? "", /event 1 of run run_000000_broken .* cannot be read/);
  await f.clock.pass(4_000);
  assert.equal(loads, 1);
  await f.clock.pass(2_000);
  await until(() => troubles.length === 2);
  await f.clock.pass(20_000);
  assert.equal(loads, 2);
  f.store.load = load;
  await f.clock.pass(15_000);
  await until(async () => (await f.engine.run("local", broken)).status === "completed");
  await worker.stop();
});

test("a store that cannot be asked for a while stops no worker", async () => {
  await using f = await fixture();
  f.models.play = () => says("Done.");
  const { claimNext } = f.store;
  f.store.claimNext = () => Promise.reject(new Error("gone for a moment"));
  const troubles: unknown[] = [];
  const worker = working(f, { trouble: (error) => troubles.push(error) });
  const runId = await createAgentRun(f);
  await until(() => troubles.length > 0);
  await f.clock.pass(3_000);
  f.store.claimNext = claimNext;
  await until(async () => {
    await f.clock.pass(500);
    return (await f.engine.run("local", runId)).status === "completed";
  });
  await worker.stop();
});

test("a run that was taken without the worker knowing of it is given back", async () => {
  await using f = await fixture();
  const { claimNext } = f.store;
  let lost = false;
  f.store.claimNext = async (asked) => {
    const claimed = await claimNext(asked);
    if (claimed === null || lost) return claimed;
    lost = true;
    throw new Error("the reply was lost");
  };
  const runId = await createAgentRun(f);
  const worker = working(f, { trouble: () => undefined });
  await until(() => lost);
  // Something else is held all the time, so that the worker's leases are renewed.
  void f.engine.startCall(request()).catch(() => undefined);
  await until(() => f.runner.phases.length === 1);
  await f.clock.pass(20_000);
  assert.equal((await f.engine.run("local", runId)).status, "running");
  assert.equal(f.models.requests.length, 0);
  await f.clock.pass(15_000);
  await until(() => f.models.requests.length === 1);
  await f.models.last.reply(says("Done."));
  await f.runner.last.finish({ kind: "result", value: 1 });
  await worker.stop();
  assert.equal((await f.engine.run("local", runId)).status, "completed");
});

test("a run whose files are on another machine is left to it", async () => {
  await using f = await fixture();
  f.models.play = () => says("Done.");
  const runId = await createAgentRun(f, { place: "machine-2" });
  assert.deepEqual(await f.engine.once(), []);
  const other = f.another();
  other.models.play = () => says("Done.");
  assert.deepEqual(await other.engine.once(), [{ tenant: "local", runId }]);
});

test("events and streamed text reach whoever watches as they come, masked across the pieces of a stream", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "KEY", value: "hunter22hunter22" }];
  const seen: string[] = [];
  let text = "";
  const observer = (): MoveObserver => ({
    delta: (piece) => {
      if (text === "") seen.push("delta");
      text += piece;
    },
    event: ({ type }) => seen.push(type),
  });
  const runId = await createAgentRun(f);
  const worker = working(f, { observer });
  await until(() => f.models.requests.length === 1);
  f.models.last.delta("It is hunter22");
  f.models.last.delta("hunter22, no");
  await f.clock.pass(60);
  f.models.last.delta(" less.");
  await f.models.last.reply(says("It is hunter22hunter22, no less."));
  await until(async () => (await f.engine.run("local", runId)).status === "completed");
  await worker.stop();
  assert.deepEqual(seen, [
    "instructions.composed",
    "tools.discovered",
    "model.requested",
    "delta",
    "model.responded",
    "message.assistant",
    "run.completed",
  ]);
  assert.equal(text, "It is [secret KEY], no less.");
  assert.doesNotMatch(JSON.stringify(await f.engine.events("local", runId)), /hunter22/);
});

test("a run that this very process creates is taken at once, and one that is due wakes nobody before", async () => {
  await using f = await fixture();
  f.models.play = () => says("Done.");
  const worker = working(f);
  await f.clock.pass(100);
  const runId = await createAgentRun(f);
  await f.clock.pass(10);
  await until(async () => (await f.engine.run("local", runId)).status === "completed");
  const { claimNext } = f.store;
  let asked = 0;
  f.store.claimNext = (wanted) => {
    asked += 1;
    return claimNext(wanted);
  };
  await f.clock.pass(10_000);
  assert.ok(asked <= 11, `asked ${asked} times in ten quiet seconds`);
  await worker.stop();
});
