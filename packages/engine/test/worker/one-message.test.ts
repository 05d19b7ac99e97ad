import assert from "node:assert/strict";
import { test } from "node:test";
import type { PhaseOutcome } from "../../src/index.ts";
import { checkLog } from "../checker/check-log.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import type { FakeRunner } from "../harness/fake-runner.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

/** Tools whose calls live their own lives. */
const FREE = { parallel: true } as const;

const FOUR = says(
  "Four things.",
  { id: "c_ok", name: "good", arguments: "{}" },
  { id: "c_bad", name: "bad", arguments: "{}" },
  { id: "c_ask", name: "ask", arguments: "{}" },
  { id: "c_pay", name: "pay", arguments: '{"x": 1}' },
);

function playFour(runner: FakeRunner): void {
  runner.play = ({ tool }, input): PhaseOutcome => {
    if (input.phase === "resume") return { kind: "result", value: input.payload };
    if (tool === "bad") return { kind: "error", error: { type: "ValueError", message: "it broke" } };
    if (tool === "ask") return { kind: "yield", wait: "answer", params: { question: "Which?" }, meta: {} };
    return { kind: "result", value: tool };
  };
}

/** What all runners did, as the log checker reads it. */
function ledger(...runners: readonly FakeRunner[]) {
  return runners.flatMap(({ phases }) =>
    phases.map(({ call, input }) => ({ callId: call.callId, phase: input.phase === "call" ? "call" : input.waitId })),
  );
}

async function four(): Promise<Fixture> {
  const f = await fixture();
  f.toolbox.tools = [
    bound("good", FREE),
    bound("bad", FREE),
    bound("ask", FREE),
    bound("pay", { ...FREE, requiresApproval: true }),
  ];
  return f;
}

async function waitOf(f: Fixture, kind: "answer" | "approval" | "time"): Promise<string> {
  const waits = await f.engine.listWaits("local", { open: true, kind, limit: 10 });
  assert.equal(waits.length, 1);
  return waits[0]?.id ?? "";
}

test("one message with four calls, killed in the middle, answered in the opposite order: nothing is repeated, and the model sees four results in its order", async () => {
  await using f = await four();
  f.models.play = () => FOUR;
  playFour(f.runner);
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  // The engine is dropped as it is: nobody stops it.
  f.gone.add("machine-1");

  const second = f.another();
  playFour(second.runner);
  await second.engine.approve("local", await waitOf(f, "approval"), person("bob"));
  await second.engine.moveRun("local", runId);
  assert.equal((await f.engine.run("local", runId)).status, "waiting");
  assert.equal(second.runner.phases.length, 1);
  f.gone.add("machine-2");

  const third = f.another();
  playFour(third.runner);
  third.models.play = () => says("That is all.");
  await third.engine.answer("local", await waitOf(f, "answer"), "blue", person("bob"));
  await third.engine.moveRun("local", runId);

  const run = await third.engine.run("local", runId);
  assert.equal(run.status, "completed");
  assert.deepEqual(third.models.last.request.messages.at(-1), {
    role: "tool",
    results: [
      { callId: "c_ok", name: "good", ok: true, value: "good" },
      { callId: "c_bad", name: "bad", ok: false, value: { error: "it broke" } },
      { callId: "c_ask", name: "ask", ok: true, value: { response: "blue", answered_by: "bob" } },
      { callId: "c_pay", name: "pay", ok: true, value: "pay" },
    ],
  });
  const lines = ledger(f.runner, second.runner, third.runner);
  assert.equal(lines.length, 5);
  assert.deepEqual(checkLog(await third.engine.events("local", runId), lines), []);
});

test("killed while a call runs: what it did is not known, its siblings go on, and an equal call needs a person", async () => {
  await using f = await four();
  f.models.play = () => says("", { name: "good", arguments: '{"x": 1}' }, { name: "ask", arguments: "{}" });
  const runId = await createAgentRun(f);
  const gone = new AbortController();
  void f.engine.once(undefined, gone.signal).catch(() => undefined);
  await until(() => f.runner.phases.length === 2);
  await f.runner.phases[1]?.finish({ kind: "yield", wait: "answer", params: { question: "?" }, meta: {} });
  // A worker that is thought to be gone must not take the run again.
  gone.abort();
  f.gone.add("machine-1");

  const other = f.another();
  playFour(other.runner);
  other.models.play = (_request, index) =>
    index === 0
      ? says("", { name: "good", arguments: '{"x": 1}' }, { name: "good", arguments: '{"x": 2}' })
      : says("Done.");
  await other.engine.once();
  await other.engine.answer("local", await waitOf(f, "answer"), "yes", person("bob"));
  await other.engine.once();
  const [first] = other.models.requests;
  const seen = first?.request.messages.at(-1);
  assert.match(JSON.stringify(seen), /what the call did, or whether it did anything, is not known/);
  const wait = await other.engine.wait("local", await waitOf(f, "approval"));
  assert.match(wait.approval?.reason ?? "", /may happen twice/);
  assert.deepEqual(wait.approval?.arguments, { x: 1 });
  assert.deepEqual(
    other.runner.phases.map(({ input }) => (input.phase === "call" ? input.arguments : input.payload)),
    [{ response: "yes", answered_by: "bob" }, { x: 2 }],
  );
  await other.engine.deny("local", wait.id, person("bob"), "once is enough");
  await other.engine.once();
  assert.equal((await other.engine.run("local", runId)).status, "completed");
  assert.deepEqual(checkLog(await other.engine.events("local", runId), ledger(f.runner, other.runner)), []);
});

test("the third failure of a tool ends the run with its error, though a sibling is parked", async () => {
  await using f = await four();
  playFour(f.runner);
  f.models.play = (_request, index) =>
    index < 2
      ? says("", { name: "bad", arguments: `{"x": ${index}}` })
      : says("", { name: "ask", arguments: "{}" }, { name: "bad", arguments: "{}" });
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  const run = await f.engine.run("local", runId);
  assert.equal(run.status, "failed");
  assert.deepEqual([run.error?.type, run.error?.message], ["ValueError", "it broke"]);
  assert.deepEqual(await f.engine.listWaits("local", { open: true, limit: 10 }), []);
  const events = await f.engine.events("local", runId);
  assert.deepEqual(
    events.slice(-4).map(({ type }) => type),
    ["wait.cancelled", "tool.result", "run.error", "run.failed"],
  );
  assert.deepEqual(checkLog(events, ledger(f.runner)), []);
});

test("the third failure stops a sibling that runs, and the run ends when it has", async () => {
  await using f = await four();
  f.runner.play = ({ tool }): Promise<PhaseOutcome> | PhaseOutcome =>
    tool === "bad" ? { kind: "error", error: { type: "E", message: "no" } } : new Promise(() => undefined);
  f.models.play = (_request, index) =>
    index < 2
      ? says("", { name: "bad", arguments: `{"x": ${index}}` })
      : says("", { name: "good", arguments: "{}" }, { name: "bad", arguments: "{}" });
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  const good = f.runner.phases.find(({ call }) => call.tool === "good");
  assert.equal(good?.signal.aborted, true);
  const events = await f.engine.events("local", runId);
  assert.equal(events.at(-1)?.type, "run.failed");
  assert.deepEqual(checkLog(events, ledger(f.runner)), []);
});

test("cancelling a sleeping run acts at once, and its companion is not called", async () => {
  await using f = await four();
  f.runner.play = () => ({ kind: "yield", wait: "time", params: { seconds: 3600 }, meta: {} });
  f.models.play = () => says("", { name: "good", arguments: "{}" });
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId, { through: [] });
  assert.equal((await f.engine.run("local", runId)).status, "waiting");
  const other = f.another();
  assert.equal((await other.engine.cancelRun("local", runId, "bob", "too late")).status, "cancelled");
  assert.deepEqual(await f.engine.once(), []);
  assert.equal(f.runner.phases.length, 1);
  assert.deepEqual(checkLog(await f.engine.events("local", runId), ledger(f.runner)), []);
});

test("a call that is not read-only waits for those before it, also where they are parked; reading goes on", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look", { readOnly: true }), bound("ask"), bound("write")];
  playFour(f.runner);
  f.models.play = (_request, index) =>
    index === 0
      ? says(
          "",
          { name: "look", arguments: "{}" },
          { name: "ask", arguments: "{}" },
          { name: "write", arguments: "{}" },
          { name: "look", arguments: '{"x": 1}' },
        )
      : says("Done.");
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  assert.deepEqual(
    f.runner.phases.map(({ call }) => call.tool),
    ["look", "ask"],
  );
  await f.engine.answer("local", await waitOf(f, "answer"), "go", person("bob"));
  await f.engine.moveRun("local", runId);
  assert.deepEqual(
    f.runner.phases.map(({ call }) => call.tool),
    ["look", "ask", "ask", "write", "look"],
  );
  assert.equal((await f.engine.run("local", runId)).status, "completed");
});
