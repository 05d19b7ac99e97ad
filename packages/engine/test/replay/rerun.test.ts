// Running a history on: nothing that had happened happens again, what was open is open again, nobody's approval carries over.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, type Rerun, type RunEvent } from "../../src/index.ts";
import { checkLog } from "../checker/check-log.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

const EVE = person("eve");

/** An agent's run: `look` runs, `ask` waits for an answer, `publish` for an approval; then the model says how it went. */
async function busyRun(f: Fixture): Promise<{ runId: string; threadId: string }> {
  f.toolbox.tools = [bound("look", { readOnly: true }), bound("ask"), bound("publish", { requiresApproval: true })];
  const first = says("Looking.", ...["look", "ask", "publish"].map((name) => ({ name, arguments: '{"x": 1}' })));
  f.models.play = ({ messages }) => (messages.length === 1 ? first : says("Done."));
  f.runner.play = ({ tool }, input) => {
    if (tool === "ask" && input.phase === "call")
      return { kind: "yield", wait: "answer", params: { question: "Which?", timeoutSeconds: 3600 }, meta: { n: 1 } };
    return { kind: "result", value: input.phase === "resume" ? input.payload : tool };
  };
  const agent = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };
  const run = await f.engine.createRun({ tenant: "local", agent, input: "Go", requestedBy: "ada" });
  await f.engine.moveRun("local", run.runId);
  return run;
}

async function finish(f: Fixture, runId: string): Promise<void> {
  for (const wait of await f.engine.listWaits("local", { open: true, runId, limit: 10 })) {
    if (wait.kind === "approval") await f.engine.approve("local", wait.id, person("bob"));
    else await f.engine.answer("local", wait.id, "1.2", person("bob"));
  }
  await f.engine.moveRun("local", runId);
}

function seqOf(events: readonly RunEvent[], type: RunEvent["type"], nth = 0): number {
  return events.filter((event) => event.type === type)[nth]?.seq ?? 0;
}

/** What ran in a run: its tools, in order. */
function ran(f: Fixture, runId: string): string[] {
  return f.runner.phases.flatMap(({ call, input }) => (call.runId === runId ? [`${call.tool} ${input.phase}`] : []));
}

async function sound(f: Fixture, { runId }: Pick<Rerun, "runId">): Promise<readonly RunEvent[]> {
  const events = await f.engine.events("local", runId);
  assert.equal((await f.engine.replay("local", runId)).difference, undefined);
  return events;
}

test("from the place where everything waits, waits open again under new ids, and no effect is repeated", async () => {
  await using f = await fixture();
  const old = await busyRun(f);
  const before = await f.engine.events("local", old.runId);
  const from = before.length;
  await f.clock.pass(600_000);
  const again = await f.engine.rerun("local", old.runId, from, EVE);
  assert.notEqual(again.threadId, old.threadId);
  await f.engine.moveRun("local", again.runId);
  assert.deepEqual(ran(f, again.runId), [], "what had run has run");

  const [oldWaits, newWaits] = await Promise.all(
    [old.runId, again.runId].map((runId) => f.engine.listWaits("local", { open: true, runId, limit: 10 })),
  );
  assert.deepEqual(newWaits?.map(({ kind }) => kind).sort(), ["answer", "approval"]);
  const ids = new Set(oldWaits?.flatMap(({ id, callId }) => [id, callId]));
  assert.ok(newWaits?.every(({ id, callId }) => !ids.has(id) && !ids.has(callId)));
  const question = newWaits?.find(({ kind }) => kind === "answer");
  assert.deepEqual([question?.prompt, question?.meta], ["Which?", { n: 1 }]);
  // An hour from where the history was left, not from where it began.
  assert.equal(question?.expiresAt, new Date(Date.parse("2030-01-01T00:00:00Z") + 600_000 + 3_600_000).toISOString());

  await finish(f, again.runId);
  assert.deepEqual(ran(f, again.runId).sort(), ["ask resume", "publish call"]);
  const result = await f.engine.runResult("local", again.runId);
  assert.deepEqual([result.status, result.output], ["completed", "Done."]);
  const events = await sound(f, again);
  const [created] = events;
  assert.ok(created?.type === "run.created");
  // All of it but the gate of what is asked about anew, and the question.
  const shared = from - 2;
  assert.deepEqual(
    [created.data.rerunOf, created.data.requestedBy],
    [{ runId: old.runId, seq: from, shared: [shared] }, "eve"],
  );
  assert.deepEqual((await f.engine.run("local", old.runId)).status, "waiting", "the old run is as it was");
});

test("an approval that was given does not carry over", async () => {
  await using f = await fixture();
  const { tool } = request();
  await f.engine.savePolicy("local", { id: "hold", match: "*/*", effect: "require", notRequester: true }, "ada");
  f.runner.play = () => ({ kind: "result", value: 1 });
  const call = await f.engine.startCall(request({ tool }));
  const [wait] = await f.engine.listWaits("local", { open: true, limit: 1 });
  await f.engine.approve("local", wait?.id ?? "", EVE);
  const from = (await f.engine.events("local", call.runId)).length;
  const again = await f.engine.rerun("local", call.runId, from, EVE);
  await f.engine.moveRun("local", again.runId);
  assert.deepEqual(ran(f, again.runId), []);
  const [asked] = await f.engine.listWaits("local", { open: true, runId: again.runId, limit: 10 });
  assert.equal(asked?.kind, "approval");
  await assert.rejects(() => f.engine.approve("local", asked?.id ?? "", EVE), { code: "requester_may_not" });
  await sound(f, again);
});

test("without a place a run begins anew from its message, and a call from its arguments", async () => {
  await using f = await fixture();
  const old = await busyRun(f);
  await finish(f, old.runId);
  const again = await f.engine.rerun("local", old.runId, undefined, EVE);
  assert.equal(again.from, 2);
  await f.engine.moveRun("local", again.runId);
  await finish(f, again.runId);
  assert.deepEqual(ran(f, again.runId).sort(), ["ask call", "ask resume", "look call", "publish call"]);
  assert.equal((await f.engine.runResult("local", again.runId)).status, "completed");
  const events = await sound(f, again);
  const lines = f.runner.phases.flatMap(({ call, input }) =>
    call.runId === again.runId ? [{ callId: call.callId, phase: input.phase === "call" ? "call" : input.waitId }] : [],
  );
  assert.deepEqual(checkLog(events, lines), []);

  const { tool } = request();
  const call = await f.engine.startCall(request({ tool: { ...tool, name: "publish" } }));
  const second = await f.engine.rerun("local", call.runId, undefined, EVE);
  await f.engine.moveRun("local", second.runId);
  assert.deepEqual(ran(f, second.runId), ["publish call"]);
  await sound(f, second);
});

test("between two steps the model is asked for the next one only", async () => {
  await using f = await fixture();
  const old = await busyRun(f);
  await finish(f, old.runId);
  const events = await f.engine.events("local", old.runId);
  const from = seqOf(events, "tool.result", 2);
  const again = await f.engine.rerun("local", old.runId, from, EVE);
  const asked = f.models.requests.length;
  await f.engine.moveRun("local", again.runId);
  assert.equal(f.models.requests.length, asked + 1);
  assert.deepEqual(ran(f, again.runId), []);
  const results = f.models.last.request.messages.at(-1);
  assert.ok(results?.role === "tool");
  assert.deepEqual(
    results.results.map(({ name, ok }) => [name, ok]),
    [
      ["look", true],
      ["ask", true],
      ["publish", true],
    ],
  );
  assert.equal((await f.engine.runResult("local", again.runId)).output, "Done.");
  await sound(f, again);
});

test("a place with a call in flight is refused, naming the nearest", async () => {
  await using f = await fixture();
  const old = await busyRun(f);
  const events = await f.engine.events("local", old.runId);
  const started = seqOf(events, "tool.started");
  const told = await f.engine.rerun("local", old.runId, started, EVE).catch((error: unknown) => error);
  assert.ok(told instanceof EngineError);
  assert.equal(told.code, "run_in_flight");
  const nearest = Number(/nearest place without anything under way is (\d+)/.exec(told.message)?.[1]);
  assert.ok(Math.abs(nearest - started) <= 3);
  assert.equal(told.hint, `haft rerun ${old.runId} --from ${nearest}`);
  await f.engine.rerun("local", old.runId, nearest, EVE);
});

test("every place of a run is refused, or gives a run that comes to an end without repeating anything", async () => {
  await using f = await fixture();
  const old = await busyRun(f);
  await finish(f, old.runId);
  const events = await f.engine.events("local", old.runId);
  let made = 0;
  for (const { seq } of events) {
    const again = await f.engine.rerun("local", old.runId, seq, EVE).catch((error: unknown) => error);
    if (again instanceof EngineError) {
      assert.equal(again.code, "run_in_flight", `at ${seq}`);
      continue;
    }
    made += 1;
    const { runId } = again as Rerun;
    const had = events.filter((event) => event.seq <= seq && event.type === "tool.result").length;
    await f.engine.moveRun("local", runId);
    await finish(f, runId);
    assert.equal((await f.engine.runResult("local", runId)).status, "completed", `from ${seq}`);
    const finished = await sound(f, { runId });
    assert.equal(finished.filter((event) => event.type === "tool.result").length, 3, `from ${seq}`);
    const began = ran(f, runId).filter((phase) => phase !== "ask resume").length;
    assert.ok(began <= 3 - had, `from ${seq} nothing that had a result began again`);
  }
  assert.ok(made >= 6, `${made} places were good`);
});

test("sequences that there are not, and runs that there are not, are told", async () => {
  await using f = await fixture();
  const { runId } = await busyRun(f);
  await assert.rejects(() => f.engine.rerun("local", runId, 999, EVE), { code: "seq_unknown" });
  await assert.rejects(() => f.engine.rerun("local", runId, 0, EVE), { code: "seq_unknown" });
  await assert.rejects(() => f.engine.rerun("local", "run_x", 1, EVE), { code: "run_not_found" });
});

test("a call that has not begun runs what is current, or with `original` what it was made with", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", { id: "hold", match: "*/*", effect: "require" }, "ada");
  f.runner.play = ({ version }) => ({ kind: "result", value: version });
  const call = await f.engine.startCall(request({ tool: request().tool }));
  Object.assign(f.source, { version: "2", digest: "d2" });
  for (const [original, version] of [
    [false, "2"],
    [true, "1"],
  ] as const) {
    const again = await f.engine.rerun("local", call.runId, 4, EVE, { original });
    await f.engine.moveRun("local", again.runId);
    await finish(f, again.runId);
    assert.equal((await f.engine.runResult("local", again.runId)).output, version);
  }
});

test("a call that waited goes on with its own source only, unless the original is wanted", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} }
      : { kind: "result", value: "went on" };
  const call = await f.engine.startCall(request());
  Object.assign(f.source, { version: "2", digest: "d2" });
  const from = (await f.engine.events("local", call.runId)).length;
  for (const original of [false, true]) {
    const again = await f.engine.rerun("local", call.runId, from, EVE, { original });
    await finish(f, again.runId);
    const { output, error } = await f.engine.runResult("local", again.runId);
    assert.equal(original ? output : error?.type, original ? "went on" : "source_changed");
  }
});

test("the thread of the new run goes on from before the old one", async () => {
  await using f = await fixture();
  const agent = { id: "desk", instructions: "Help.", model: "default", tools: [] };
  f.models.play = (_request, index) => says(`Reply ${index + 1}.`);
  const first = await f.engine.createRun({ tenant: "local", agent, input: "One", requestedBy: "ada" });
  await f.engine.moveRun("local", first.runId);
  const { threadId } = first;
  const second = await f.engine.createRun({ tenant: "local", agent, input: "Two", requestedBy: "ada", threadId });
  await f.engine.moveRun("local", second.runId);
  const again = await f.engine.rerun("local", second.runId, 2, EVE);
  await f.engine.moveRun("local", again.runId);
  const { messages, forkOf } = await f.engine.thread("local", again.threadId);
  assert.deepEqual(
    messages.map(({ text }) => text),
    ["One", "Reply 1.", "Two", "Reply 3."],
  );
  assert.deepEqual(forkOf, { threadId, before: second.runId });
  const shown = f.models.last.request.messages.map((message) => ("text" in message ? message.text : ""));
  assert.deepEqual(shown, ["One", "Reply 1.", "Two"]);
});

test("a wait for a signal that opens again takes one that came before anybody waited for it", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "signal", params: { key: "paid" }, meta: {} }
      : { kind: "result", value: input.payload };
  const old = await f.engine.startCall(request());
  const from = seqOf(await f.engine.events("local", old.runId), "tool.parked");
  await f.engine.cancelRun("local", old.runId, "ada");
  await f.engine.signal("local", "desk/paid", { sum: 3 }, "bank");
  const again = await f.engine.rerun("local", old.runId, from, EVE);
  await f.engine.moveRun("local", again.runId);
  assert.deepEqual((await f.engine.outcomeOfRun("local", again.runId)).value, { payload: { sum: 3 } });
  assert.deepEqual(checkLog(await sound(f, again), []), []);
  const next = await f.engine.rerun("local", old.runId, from, EVE);
  await f.engine.moveRun("local", next.runId);
  assert.equal((await f.engine.outcomeOfRun("local", next.runId)).status, "waiting", "one signal is for one wait");
});
