import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRun } from "../../harness/agents.ts";
import { fails, says } from "../../harness/fake-models.ts";
import { bound } from "../../harness/fake-toolbox.ts";
import { type Fixture, fixture, START } from "../../harness/fixture.ts";
import { until } from "../../harness/virtual-clock.ts";

/** Moves a run until it has ended, through everything that time brings. */
async function moved(f: Fixture, runId: string): Promise<string> {
  let done = false;
  const moving = f.engine.moveRun("local", runId, { through: ["time"] }).finally(() => {
    done = true;
  });
  await until(async () => {
    await f.clock.pass(done ? 0 : 100);
    return done;
  });
  await moving;
  return (await f.engine.run("local", runId)).status;
}

test("the request is durable before the model is asked", async () => {
  await using f = await fixture();
  const seen: string[][] = [];
  const runId = await createAgentRun(f);
  f.models.play = async () => {
    seen.push(await f.types(runId));
    return says("Done.");
  };
  await moved(f, runId);
  assert.equal(seen[0]?.at(-1), "model.requested");
});

test("a failure is tried again after a pause that doubles and nobody can foresee, five times in all", async () => {
  await using f = await fixture();
  f.models.play = () => fails("overloaded");
  const runId = await createAgentRun(f);
  assert.equal(await moved(f, runId), "failed");
  assert.equal(f.models.requests.length, 5);
  const events = await f.engine.events("local", runId);
  const pauses = events.flatMap((event) =>
    event.type === "model.failed" && event.data.retryAt !== undefined
      ? [Date.parse(event.data.retryAt) - Date.parse(event.at)]
      : [],
  );
  assert.equal(pauses.length, 4);
  [1_000, 2_000, 4_000, 8_000].forEach((planned, index) => {
    const pause = pauses[index] ?? 0;
    assert.ok(pause >= planned && pause <= planned * 1.25, `${pause} for ${planned}`);
  });
  assert.equal((await f.engine.run("local", runId)).error?.message, "overloaded");
});

test("while it waits to ask again a run holds nothing", async () => {
  await using f = await fixture();
  f.models.play = (_request, index) => (index === 0 ? fails("overloaded") : says("Done."));
  const runId = await createAgentRun(f);
  await f.engine.once();
  const row = await f.engine.run("local", runId);
  assert.deepEqual([row.status, row.workerId], ["waiting", null]);
  assert.ok((row.dueAt ?? 0) >= START + 1_000);
  await f.clock.pass(1_300);
  await f.another().engine.listRuns("local", { limit: 1 });
  await f.engine.once();
  assert.equal((await f.engine.run("local", runId)).status, "completed");
});

test("what the provider asks for comes before our own pause, up to a minute", async () => {
  for (const [asked, pause] of [
    [7_000, 7_000],
    [0, 0],
    [3_600_000, 60_000],
  ] as const) {
    await using f = await fixture();
    f.models.play = (_request, index) => (index === 0 ? fails("slow down", { retryAfterMs: asked }) : says("Done."));
    const runId = await createAgentRun(f);
    await f.engine.once();
    const failed = (await f.engine.events("local", runId)).find(({ type }) => type === "model.failed");
    assert.ok(failed?.type === "model.failed" && failed.data.retryAt !== undefined);
    assert.equal(Date.parse(failed.data.retryAt) - Date.parse(failed.at), pause);
  }
});

test("a failure that will not be different the next time ends the run at once", async () => {
  await using f = await fixture();
  f.models.play = () => fails("no such model", { retryable: false });
  const runId = await createAgentRun(f);
  assert.equal(await moved(f, runId), "failed");
  assert.equal(f.models.requests.length, 1);
});

test("a port that breaks its word and rejects is a failure that is tried again", async () => {
  await using f = await fixture();
  f.models.play = (_request, index) => {
    if (index === 0) throw new Error("boom");
    return says("Done.");
  };
  const runId = await createAgentRun(f);
  assert.equal(await moved(f, runId), "completed");
});

test("without a model the run ends and says how to set one", async () => {
  await using f = await fixture();
  f.models.set.clear();
  const runId = await createAgentRun(f);
  assert.equal(await moved(f, runId), "failed");
  const { error } = await f.engine.run("local", runId);
  assert.equal(error?.type, "no_model");
  assert.match(error?.hint ?? "", /haft model set/);
});

test("tools are read at every step, and written down when they change; a call belongs to what the model was shown", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.models.play = (_request, index) => {
    // Saved while the model thinks: it was shown version 1.
    if (index === 1) f.toolbox.tools = [{ ...bound("look"), version: "2", digest: "d2" }];
    return index < 3 ? says("", { name: "look", arguments: `{"x": ${index}}` }) : says("Done.");
  };
  f.runner.play = () => ({ kind: "result", value: 1 });
  const runId = await createAgentRun(f);
  assert.equal(await moved(f, runId), "completed");
  assert.deepEqual(
    f.runner.phases.map(({ call }) => call.version),
    ["1", "1", "2"],
  );
  assert.equal((await f.types(runId)).filter((type) => type === "tools.discovered").length, 2);
  assert.equal(f.toolbox.discovered, 4);
});

test("a run that is taken over before its calls were written knows which tools the model was shown", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  const runId = await createAgentRun(f);
  const gone = new AbortController();
  void f.engine.once(undefined, gone.signal).catch(() => undefined);
  await until(() => f.models.requests.length === 1);
  // Whatever comes of the run, a worker that is thought to be gone does not take it again.
  gone.abort();
  const { append } = f.store;
  // The response is written, and what follows from it is refused: as if its worker had died in between.
  f.store.append = (request) => append({ ...request, decision: null });
  void f.models.last.reply(says("", { name: "look", arguments: "{}" }));
  await until(async () => (await f.types(runId)).at(-1) === "model.responded");
  f.gone.add("machine-1");
  f.store.append = append;
  f.toolbox.tools = [{ ...bound("look"), version: "2", digest: "d2" }];
  const other = f.another();
  other.runner.play = () => ({ kind: "result", value: 1 });
  other.models.play = () => says("Done.");
  await other.engine.once();
  assert.equal(other.runner.last.call.version, "1");
  assert.equal((await f.engine.run("local", runId)).status, "completed");
});

test("a request of a lost worker is asked again, and one response is recorded", async () => {
  await using f = await fixture();
  const runId = await createAgentRun(f);
  const gone = new AbortController();
  void f.engine.once(undefined, gone.signal).catch(() => undefined);
  await until(() => f.models.requests.length === 1);
  // Whatever comes of the run, a worker that is thought to be gone does not take it again.
  gone.abort();
  f.gone.add("machine-1");
  const other = f.another();
  other.models.play = () => says("Mine.");
  await other.engine.once();
  await f.models.last.reply(says("Late."));
  const events = await f.engine.events("local", runId);
  const responses = events.flatMap((event) => (event.type === "model.responded" ? [event.data] : []));
  assert.deepEqual(
    responses.map(({ text, attempt }) => [text, attempt]),
    [["Mine.", 2]],
  );
});

test("cancelling a run ends its request, and the run with it", async () => {
  await using f = await fixture();
  const runId = await createAgentRun(f);
  const moving = f.engine.moveRun("local", runId);
  await until(() => f.models.requests.length === 1);
  await f.another().engine.cancelRun("local", runId, "bob");
  await f.clock.pass(1_000);
  await moving;
  assert.equal(f.models.last.signal.aborted, true);
  assert.equal((await f.engine.run("local", runId)).status, "cancelled");
});

test("a request that outlives the run's time is ended by the clock alone", async () => {
  await using f = await fixture();
  const runId = await createAgentRun(f, { limits: { wallSeconds: 5 } });
  const moving = f.engine.moveRun("local", runId);
  await until(() => f.models.requests.length === 1);
  await f.clock.pass(4_900);
  assert.equal(f.models.last.signal.aborted, false);
  await f.clock.pass(200);
  await moving;
  assert.equal(f.models.last.signal.aborted, true);
  assert.equal((await f.engine.run("local", runId)).error?.type, "budget.exceeded");
});

test("without renewals a request is ended before the lease ends", async () => {
  await using f = await fixture();
  f.store.keep = () => ({ [Symbol.dispose]: () => undefined });
  await createAgentRun(f);
  const once = new AbortController();
  const moving = f.engine.once(undefined, once.signal).catch(() => undefined);
  await until(() => f.models.requests.length === 1);
  once.abort();
  await f.clock.pass(24_900);
  assert.equal(f.models.last.signal.aborted, false);
  await f.clock.pass(200);
  assert.equal(f.models.last.signal.aborted, true);
  await moving;
});

test("the model is shown what was said in the thread's earlier runs, and in those of the thread that it was forked from", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look")];
  f.runner.play = () => ({ kind: "result", value: 7 });
  f.models.play = ({ messages }) =>
    messages.at(-1)?.role === "user" && messages.length === 1
      ? says("", { name: "look", arguments: "{}", id: "c9" })
      : says(`Reply ${messages.length}.`);
  const first = await createAgentRun(f, { threadId: "thr_a", input: "One." });
  await moved(f, first);
  const second = await createAgentRun(f, { threadId: "thr_a", input: "Two." });
  await moved(f, second);
  const said = [
    { role: "user", text: "One." },
    { role: "assistant", text: "", calls: [{ id: "c9", name: "look", arguments: "{}" }] },
    { role: "tool", results: [{ callId: "c9", name: "look", ok: true, value: 7 }] },
    { role: "assistant", text: "Reply 3.", calls: [] },
  ];
  assert.deepEqual(f.models.last.request.messages, [...said, { role: "user", text: "Two." }]);
  await f.store.saveThread({ tenant: "local", threadId: "thr_b", forkOf: { threadId: "thr_a", before: second } });
  await moved(f, await createAgentRun(f, { threadId: "thr_b", input: "Other." }));
  assert.deepEqual(f.models.last.request.messages, [...said, { role: "user", text: "Other." }]);
});
