import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, person, request } from "../harness/fixture.ts";
import { settle } from "../harness/virtual-clock.ts";

const QUESTION = { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} } as const;

test("events are followed as they are written, to the end of the run", async () => {
  await using f = await fixture();
  const other = f.another();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : { kind: "result", value: 1 });
  const call = await f.engine.startCall(request());
  const seen: string[] = [];
  const following = (async () => {
    const { signal } = new AbortController();
    for await (const event of other.engine.follow("local", call.runId, 4, signal)) seen.push(event.type);
  })();
  await settle();
  assert.deepEqual(seen, ["tool.parked"]);
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.engine.answer("local", waitId, "yes", person("bob"));
  await f.engine.moveRun("local", call.runId);
  await f.clock.pass(1_000);
  await following;
  assert.deepEqual(seen, ["tool.parked", "wait.resolved", "tool.resumed", "tool.result", "run.completed"]);
});

test("following ends with its signal", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const call = await f.engine.startCall(request());
  const abort = new AbortController();
  const following = (async () => {
    let count = 0;
    for await (const _event of f.engine.follow("local", call.runId, 0, abort.signal)) count += 1;
    return count;
  })();
  await settle();
  abort.abort();
  assert.equal(await following, 5);
});

test("whoever watches a wait is told by whom it was ended", async () => {
  await using f = await fixture();
  const other = f.another();
  f.runner.play = () => QUESTION;
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  const ended = f.engine.waitEnded("local", waitId, new AbortController().signal);
  await settle();
  await other.engine.cancelWait("local", waitId, person("eve"), "no");
  await f.clock.pass(1_000);
  const { status, endedBy } = await ended;
  assert.deepEqual([status, endedBy], ["cancelled", "eve"]);
});

test("what is not there is refused by name", async () => {
  await using f = await fixture();
  const none = new AbortController().signal;
  await assert.rejects(f.engine.run("local", "run_0"), { code: "run_not_found", message: "there is no run run_0" });
  await assert.rejects(f.engine.events("local", "run_0"), { code: "run_not_found" });
  await assert.rejects(f.engine.outcomeOfRun("local", "run_0"), { code: "run_not_found" });
  await assert.rejects(f.engine.moveRun("local", "run_0"), { code: "run_not_found" });
  await assert.rejects(f.engine.cancelRun("local", "run_0", "bob"), { code: "run_not_found" });
  await assert.rejects(f.engine.outcome("local", "call_0"), { code: "call_not_found" });
  await assert.rejects(f.engine.wait("local", "wait_0"), { code: "wait_not_found" });
  await assert.rejects(f.engine.waitEnded("local", "wait_0", none), { code: "wait_not_found" });
  await assert.rejects(f.engine.answer("local", "wait_0", 1, person("bob")), { code: "wait_not_found" });
  await assert.rejects(f.engine.cancelWait("local", "wait_0", person("bob")), { code: "wait_not_found" });
});

test("a time wait cannot be answered", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "yield", wait: "time", params: { seconds: 60 }, meta: {} });
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await assert.rejects(f.engine.answer("local", waitId, "now", person("bob")), { code: "not_an_answer_wait" });
});

test("another tenant sees and moves nothing", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await assert.rejects(f.engine.outcome("other", call.callId), { code: "call_not_found" });
  await assert.rejects(f.engine.answer("other", waitId, "yes", person("eve")), { code: "wait_not_found" });
  assert.deepEqual(await f.engine.listRuns("other", { limit: 10 }), []);
  assert.deepEqual(await f.engine.listWaits("other", { open: false, limit: 10 }), []);
  assert.deepEqual(await f.engine.ids("other", "run", "run_"), []);
  assert.deepEqual(await f.engine.ids("local", "run", call.runId.slice(0, 8)), [call.runId]);
});

test("waits are listed by the nearest deadline", async () => {
  await using f = await fixture();
  const seconds = [300, 100, 200];
  f.runner.play = () => ({ ...QUESTION, params: { question: "?", timeoutSeconds: seconds.shift() ?? 0 } });
  for (let index = 0; index < 3; index++) await f.engine.startCall(request());
  const waits = await f.engine.listWaits("local", { open: true, limit: 10 });
  assert.deepEqual(
    waits.map((wait) => wait.expiresAt?.slice(14, 19)),
    ["01:40", "03:20", "05:00"],
  );
});
