import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { fixture, request } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

test("a model that does not hear that its request was aborted does not keep the run", async () => {
  await using f = await fixture();
  f.models.ask = async (asked, _observer, signal) => {
    f.models.requests.push({ request: asked, signal, delta: () => undefined, reply: async () => undefined });
    return new Promise(() => undefined);
  };
  const runId = await createAgentRun(f);
  const moving = f.engine.moveRun("local", runId);
  await until(() => f.models.requests.length === 1);
  await f.engine.cancelRun("local", runId, "ada");
  await f.clock.pass(1_000);
  await moving;
  assert.equal((await f.engine.run("local", runId)).status, "cancelled");
  const failed = (await f.engine.events("local", runId)).find(({ type }) => type === "model.failed");
  assert.equal(failed?.type === "model.failed" && failed.data.error.type, "aborted");
});

test("a port of models that throws has failed, and the run goes on", async () => {
  await using f = await fixture();
  f.models.ask = () => {
    throw new Error("boom");
  };
  const runId = await createAgentRun(f);
  await f.engine.once();
  const types = await f.types(runId);
  assert.equal(types.at(-1), "model.failed");
});

test("whoever watches may throw, or reject, and changes nothing of the run", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("pay", {})];
  f.runner.play = (_call, _input, observer) => {
    observer.log("stdout", "a line");
    observer.progress(0.5, "half");
    return { kind: "result", value: 1 };
  };
  f.models.play = (_asked, index) => {
    f.models.last.delta("so");
    return index === 0 ? says("", { name: "pay", arguments: '{"x": 1}' }) : says("Done.");
  };
  const told: string[] = [];
  const throws = (what: string) => (): never => {
    told.push(what);
    throw new Error("the terminal is gone");
  };
  const observer = {
    started: throws("started"),
    event: async () => throws("event")(),
    delta: throws("delta"),
    log: throws("log"),
    progress: throws("progress"),
  };
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId, { observer });
  assert.equal((await f.engine.run("local", runId)).status, "completed");
  await f.engine.startCall(request(), observer);
  assert.deepEqual([...new Set(told)].sort(), ["delta", "event", "log", "progress", "started"]);
});
