import assert from "node:assert/strict";
import { test } from "node:test";
import { EVOLVE_VERSION } from "../../src/state/run-state.ts";
import { checkLog } from "../checker/check-log.ts";
import { fixture, person, request } from "../harness/fixture.ts";
import { settle } from "../harness/virtual-clock.ts";

const RESULT = { kind: "result", value: "done" } as const;

/** A request for a tool that may be started again. */
function idempotent(): ReturnType<typeof request> {
  const { tool, ...rest } = request();
  return { ...rest, tool: { ...tool, annotations: { idempotent: true } } };
}

test("a run of a worker that is seen to be gone is taken over at once, and its call ends with outcome_unknown", async () => {
  await using f = await fixture();
  void f.engine.startCall(request());
  await settle();
  const { runId, callId } = f.runner.last.call;
  const other = f.another();
  assert.deepEqual(await other.engine.once(), []);
  f.gone.add("machine-1");
  assert.deepEqual(await other.engine.once(), [{ tenant: "local", runId }]);
  assert.equal(other.runner.prepared, 0);
  const outcome = await other.engine.outcome("local", callId);
  assert.equal(outcome.error?.type, "outcome_unknown");
  const events = await other.engine.events("local", runId);
  const recovered = events.find((event) => event.type === "run.recovered");
  assert.deepEqual(recovered?.data.orphans, [callId]);
  assert.equal(recovered?.data.fence, 2);
});

test("a lost worker's late result is kept as a note and changes nothing", async () => {
  await using f = await fixture();
  f.runner.deaf = true;
  const started = f.engine.startCall(request());
  await settle();
  const { runId, callId } = f.runner.last.call;
  const other = f.another();
  f.gone.add("machine-1");
  await other.engine.once();
  await f.runner.last.finish(RESULT);
  await started;
  const events = await other.engine.events("local", runId);
  assert.equal(events.at(-1)?.type, "tool.late_result");
  assert.equal((await other.engine.outcome("local", callId)).error?.type, "outcome_unknown");
});

test("an idempotent call is begun again by the next worker, under the same key, three times in all", async () => {
  await using f = await fixture();
  void f.engine.startCall(idempotent());
  await settle();
  const { runId, callId } = f.runner.last.call;
  const keys = [f.runner.last.input.idempotencyKey];
  for (const machine of ["machine-1", "machine-2"]) {
    f.gone.add(machine);
    const next = f.another();
    void next.engine.once();
    await settle();
    keys.push(next.runner.last.input.idempotencyKey);
  }
  assert.deepEqual(keys, [callId, callId, callId]);
  const attempts = (await f.engine.events("local", runId)).flatMap((event) =>
    event.type === "tool.started" ? [event.data.attempt] : [],
  );
  assert.deepEqual(attempts, [1, 2, 3]);
  f.gone.add("machine-3");
  const last = f.another();
  await last.engine.once();
  assert.equal(last.runner.phases.length, 0);
  const error = (await f.engine.outcome("local", callId)).error;
  assert.equal(error?.type, "outcome_unknown");
  assert.equal((await f.engine.run("local", runId)).error?.type, "worker_lost");
});

test("without renewals a worker ends its calls before its lease ends, and nobody takes over earlier", async () => {
  await using f = await fixture();
  // A worker whose renewals never arrive.
  f.store.keep = () => ({ [Symbol.dispose]: () => undefined });
  const started = f.engine.startCall(request());
  await settle();
  const { signal, call } = f.runner.last;
  const other = f.another();
  await f.clock.pass(24_900);
  assert.equal(signal.aborted, false);
  assert.deepEqual(await other.engine.once(), []);
  await f.clock.pass(200);
  assert.equal(signal.aborted, true);
  await started;
  assert.equal((await other.engine.outcome("local", call.callId)).error?.type, "outcome_unknown");
});

test("what a call comes to when the deadline of its sandbox was before the worker's own timer is not known", async () => {
  await using f = await fixture();
  const started = f.engine.startCall(request());
  await settle();
  const { signal, call } = f.runner.last;
  // The process was stopped: the time is over, and no timer has come yet.
  f.clock.monotonic = () => 25_001;
  await f.runner.last.finish({ kind: "error", error: { type: "killed", message: "echo ended before it returned" } });
  assert.equal(signal.aborted, false);
  await started;
  assert.equal((await f.engine.outcome("local", call.callId)).error?.type, "outcome_unknown");
});

test("a call whose sandbox was ended with all others is one whose outcome is not known; an idempotent one is begun again", async () => {
  await using f = await fixture();
  const lost = { kind: "error", error: { type: "killed", message: "ended" }, lost: true } as const;
  const once = f.engine.startCall(request());
  await settle();
  await f.runner.last.finish(lost);
  const { callId } = await once;
  assert.equal((await f.engine.outcome("local", callId)).error?.type, "outcome_unknown");
  const again = f.engine.startCall(idempotent());
  await settle();
  await f.runner.last.finish(lost);
  const { callId: second } = await again;
  const moved = f.engine.once();
  await settle();
  assert.equal(f.runner.last.call.callId, second);
  await f.runner.last.finish(RESULT);
  await moved;
  assert.equal((await f.engine.outcome("local", second)).value, "done");
});

test("what a call did that was begun, and cannot be begun again, is not known", async () => {
  await using f = await fixture();
  void f.engine.startCall(idempotent());
  await settle();
  const { callId, runId } = f.runner.last.call;
  f.gone.add("machine-1");
  const other = f.another();
  other.runner.refusals.push({ kind: "failed", error: { type: "load_failed", message: "no module named yaml" } });
  await other.engine.once();
  assert.equal((await f.engine.outcome("local", callId)).error?.type, "outcome_unknown");
  assert.deepEqual(checkLog(await f.engine.events("local", runId), []), []);
});

test("renewals keep a run for as long as its call takes", async () => {
  await using f = await fixture();
  const started = f.engine.startCall(request());
  await settle();
  await f.clock.pass(120_000);
  assert.equal(f.runner.last.signal.aborted, false);
  await f.runner.last.finish(RESULT);
  assert.equal((await f.engine.outcome("local", (await started).callId)).ok, true);
});

test("a stopping worker lets calls finish", async () => {
  await using f = await fixture();
  const started = f.engine.startCall(request());
  await settle();
  const stopping = f.engine.stop(30_000);
  await f.clock.pass(5_000);
  await f.runner.last.finish(RESULT);
  await stopping;
  assert.equal((await f.engine.outcome("local", (await started).callId)).ok, true);
});

test("after the drain calls are killed: idempotent ones are handed over, others end with outcome_unknown", async () => {
  for (const [asked, type, status] of [
    [idempotent(), undefined, "ready"],
    [request(), "outcome_unknown", "failed"],
  ] as const) {
    await using f = await fixture();
    const started = f.engine.startCall(asked);
    await settle();
    const stopping = f.engine.stop(30_000);
    await f.clock.pass(31_000);
    await stopping;
    const { callId, runId } = await started;
    assert.equal((await f.engine.outcome("local", callId)).error?.type, type);
    assert.equal((await f.engine.run("local", runId)).status, status);
    if (status !== "ready") continue;
    const next = f.another();
    next.runner.play = () => RESULT;
    await next.engine.once();
    assert.equal((await f.engine.outcome("local", callId)).ok, true);
  }
});

test("a run that was cancelled when its worker was lost ends without being moved", async () => {
  await using f = await fixture();
  void f.engine.startCall(request());
  await settle();
  const { runId, callId } = f.runner.last.call;
  f.gone.add("machine-1");
  const other = f.another();
  assert.equal((await other.engine.cancelRun("local", runId, "bob")).status, "cancelled");
  assert.equal((await other.engine.outcome("local", callId)).error?.type, "outcome_unknown");
});

test("an answer that falls between two looks is not lost", async () => {
  await using f = await fixture();
  const other = f.another();
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} }
      : { kind: "result", value: input.payload };
  const moving = f.engine.startCall(request()).then(async (call) => {
    await f.engine.moveRun("local", call.runId, { through: ["answer"] });
    return call;
  });
  await settle();
  const [wait] = await other.engine.listWaits("local", { open: true, limit: 10 });
  await other.engine.answer("local", wait?.id ?? "", "yes", person("bob"));
  await f.clock.pass(1_000);
  const call = await moving;
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { response: "yes", answered_by: "bob" });
});

test("two workers that want one parked run: one moves it, the other gives its place back", async () => {
  await using f = await fixture();
  const other = f.another();
  const play: NonNullable<typeof f.runner.play> = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} }
      : { kind: "result", value: "resumed" };
  f.runner.play = play;
  other.runner.play = play;
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.engine.answer("local", waitId, "yes", person("bob"));
  const both = Promise.all([f.engine.moveRun("local", call.runId), other.engine.moveRun("local", call.runId)]);
  await f.clock.pass(1_000);
  await both;
  const resumes = (await f.types(call.runId)).filter((type) => type === "tool.resumed");
  assert.equal(resumes.length, 1);
  assert.equal(f.runner.phases.length + other.runner.phases.length, 2);
  assert.equal(f.runner.released + other.runner.released, 1);
});

test("10,000 resumes, or what the run allows, end it with budget.exceeded", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "yield", wait: "time", params: { seconds: 0 }, meta: {} });
  const call = await f.engine.startCall(request({ limits: { resumes: 3 } }));
  assert.equal((await f.engine.run("local", call.runId)).error?.type, "budget.exceeded");
  assert.equal((await f.types(call.runId)).filter((type) => type === "tool.resumed").length, 3);
  const exceeded = (await f.engine.events("local", call.runId)).find((event) => event.type === "budget.exceeded");
  assert.deepEqual(exceeded?.data, { limit: "resumes", used: 3, allowed: 3 });
});

test("a long run is moved from a snapshot, and deleting it changes nothing", async () => {
  await using f = await fixture();
  let left = 400;
  f.runner.play = (_call, input) => {
    left -= 1;
    if (left === 0) return { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} };
    if (left < 0) return { kind: "result", value: input.phase === "resume" ? input.payload : null };
    return { kind: "yield", wait: "time", params: { seconds: 0 }, meta: {} };
  };
  const call = await f.engine.startCall(request());
  await settle();
  const loaded = await f.store.load("local", call.runId, { evolve: EVOLVE_VERSION });
  assert.equal(loaded?.snapshot?.runId, call.runId);
  assert.equal((loaded?.snapshot?.seq ?? 0) + (loaded?.events.length ?? 0), loaded?.run.lastSeq);
  const whole = await f.store.load("local", call.runId, { evolve: 99 });
  assert.equal(whole?.snapshot, null);
  assert.equal(whole?.events.length, whole?.run.lastSeq);
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.engine.answer("local", waitId, "yes", person("bob"));
  await f.engine.moveRun("local", call.runId);
  assert.equal((await f.engine.outcome("local", call.callId)).ok, true);
});

test("a store's clock that is set forward ends no lease before what was begun under it has ended", async () => {
  await using f = await fixture();
  // A worker whose renewals never arrive, and whose call does not end.
  f.store.keep = () => ({ [Symbol.dispose]: () => undefined });
  f.runner.deaf = true;
  const started = f.engine.startCall(request());
  await settle();
  const { signal, call } = f.runner.last;
  const other = f.another();
  assert.deepEqual(await other.engine.once(), []);
  f.setForward(3_600_000);
  assert.deepEqual(await other.engine.once(), []);
  await f.clock.pass(24_900);
  assert.equal(signal.aborted, false);
  assert.deepEqual(await other.engine.once(), []);
  await f.clock.pass(5_200);
  assert.equal(signal.aborted, true);
  assert.deepEqual(await other.engine.once(), [{ tenant: "local", runId: call.runId }]);
  assert.equal((await other.engine.outcome("local", call.callId)).error?.type, "outcome_unknown");
  await f.runner.last.finish(RESULT);
  await started;
});
