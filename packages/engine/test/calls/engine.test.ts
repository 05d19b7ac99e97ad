import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";
import { settle, until } from "../harness/virtual-clock.ts";

const RESULT = { kind: "result", value: { answer: 42 } } as const;
const QUESTION = { kind: "yield", wait: "answer", params: { question: "Ship it?" }, meta: { n: 1 } } as const;

test("a call without a wait is written in two appends and gives its value", async () => {
  await using f = await fixture();
  f.runner.play = () => RESULT;
  const appends: number[] = [];
  const { append, create } = f.store;
  const counting = Object.assign(f.store, {
    append: async (...given: Parameters<typeof append>) => {
      appends.push(given[0].facts.length + (given[0].decision?.events.length ?? 0));
      return append(...given);
    },
    create: async (...given: Parameters<typeof create>) => {
      appends.push(given[0].decision.events.length);
      return create(...given);
    },
  });
  assert.equal(counting, f.store);
  const call = await f.engine.startCall(request());
  assert.deepEqual(await f.engine.outcome("local", call.callId), {
    ok: true,
    status: "completed",
    value: { answer: 42 },
    ...call,
    durationMs: 0,
    isolation: "namespaces",
    logs: [],
  });
  assert.deepEqual(await f.types(call.runId), [
    "run.created",
    "tool.called",
    "call.gated",
    "tool.started",
    "tool.result",
    "run.completed",
  ]);
  assert.deepEqual(appends, [4, 2]);
});

test("the call is sent only when its start is durable", async () => {
  await using f = await fixture();
  let seen: readonly string[] = [];
  f.runner.play = async (call) => {
    seen = await f.types(call.runId);
    return RESULT;
  };
  await f.engine.startCall(request());
  assert.equal(seen.at(-1), "tool.started");
});

test("arguments that do not fit never reach the runner, and the run says why", async () => {
  await using f = await fixture();
  const call = await f.engine.startCall(request({ args: { x: "one" } }));
  const outcome = await f.engine.outcome("local", call.callId);
  assert.equal(outcome.ok, false);
  assert.equal(outcome.error?.type, "invalid_arguments");
  assert.match(outcome.error?.message ?? "", /`x`/);
  assert.equal(f.runner.prepared, 0);
  assert.deepEqual(await f.types(call.runId), ["run.created", "tool.called", "tool.result", "run.error", "run.failed"]);
});

test("a tool whose author wants an approval does not run without one", async () => {
  await using f = await fixture();
  const { tool } = request();
  const call = await f.engine.startCall(request({ tool: { ...tool, approval: { required: true } } }));
  const outcome = await f.engine.outcome("local", call.callId);
  assert.equal(outcome.wait?.kind, "approval");
  assert.equal(f.runner.prepared, 0);
});

test("a call that asks parks without being held, and goes on with the answer", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : { kind: "result", value: input.payload });
  const call = await f.engine.startCall(request());
  const parked = await f.engine.outcome("local", call.callId);
  assert.equal(parked.ok, null);
  assert.equal(parked.status, "waiting");
  assert.equal(parked.wait?.prompt, "Ship it?");
  const row = await f.engine.run("local", call.runId);
  assert.equal(row.status, "waiting");
  assert.equal(row.workerId, null);

  const waitId = parked.wait?.id ?? "";
  await f.engine.answer("local", waitId, "yes", person("bob"));
  assert.equal((await f.engine.run("local", call.runId)).status, "ready");
  await f.engine.moveRun("local", call.runId);
  const outcome = await f.engine.outcome("local", call.callId);
  assert.deepEqual(outcome.value, { response: "yes", answered_by: "bob" });
  assert.deepEqual(f.runner.last.input, {
    phase: "resume",
    waitId,
    payload: { response: "yes", answered_by: "bob" },
    meta: { n: 1 },
    idempotencyKey: call.callId,
    parkedAt: "2030-01-01T00:00:00.000Z",
  });
});

test("every phase of a call has one key, and its deadline is by the store's clock, from a worker's first run on", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const call = await f.engine.startCall(request());
  const { wait } = await f.engine.outcome("local", call.callId);
  await f.engine.answer("local", wait?.id ?? "", "yes", person("bob"));
  f.runner.play = () => RESULT;
  await f.clock.pass(1_000);
  await f.engine.moveRun("local", call.runId);
  const phases = (await f.engine.events("local", call.runId)).flatMap((event) =>
    event.type === "tool.started" || event.type === "tool.resumed" ? [event.data] : [],
  );
  assert.deepEqual(
    phases.map(({ deadline, idempotencyKey }) => ({ deadline, idempotencyKey })),
    [
      { deadline: "2030-01-01T00:00:30.000Z", idempotencyKey: call.callId },
      { deadline: "2030-01-01T00:00:31.000Z", idempotencyKey: call.callId },
    ],
  );
});

test("an answer that does not fit is refused with the nearest choice, and the wait stays open", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ ...QUESTION, params: { question: "?", choices: ["ship", "wait"] } });
  const call = await f.engine.startCall(request());
  const { wait } = await f.engine.outcome("local", call.callId);
  await assert.rejects(f.engine.answer("local", wait?.id ?? "", "shp", person("bob")), {
    code: "invalid_answer",
    message: '"shp" is none of the choices: "ship", "wait"',
    hint: 'did you mean "ship"?',
  });
  assert.equal((await f.engine.wait("local", wait?.id ?? "")).status, "open");
});

test("a question that names people or roles is refused to everybody else, and the wait stays open", async () => {
  await using f = await fixture();
  const cases = [
    { to: "boss", others: [person("bob"), person("bob", "Boss", "bos")], named: person("boss") },
    {
      to: ["ada", "support"],
      others: [person("bob", "ops"), person("support2")],
      named: person("eve", "ops", "support"),
    },
  ];
  for (const { to, others, named } of cases) {
    f.runner.play = () => ({ ...QUESTION, params: { question: "?", to } });
    const call = await f.engine.startCall(request());
    const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
    for (const other of others) {
      await assert.rejects(f.engine.answer("local", waitId, "yes", other), {
        name: "EngineError",
        code: "not_allowed",
      });
      assert.equal((await f.engine.wait("local", waitId)).status, "open");
    }
    assert.equal((await f.engine.answer("local", waitId, "yes", named)).endedBy, named.name);
    await assert.rejects(f.engine.answer("local", waitId, "yes", person("bob")), { code: "not_allowed" });
  }
});

test("who may not answer is told whom the question is for, and how to answer as one of them", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ ...QUESTION, params: { question: "?", to: ["boss", "support"] } });
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await assert.rejects(f.engine.answer("local", waitId, "yes", person("bob", "ops")), {
    message: `${waitId} is for boss, support; you are bob (ops)`,
    hint: "it can be answered by boss, support, or by whoever has one of these roles: --as boss, or --as bob:boss",
  });
});

test("a second answer is told who was first and when; the same by the same person is not refused", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.clock.pass(1_000);
  await f.engine.answer("local", waitId, "yes", person("bob"));
  await f.clock.pass(1_000);
  await assert.rejects(f.engine.answer("local", waitId, "no", person("eve")), {
    code: "wait_settled",
    message: `wait ${waitId} was answered by bob at 2030-01-01T00:00:01.000Z`,
  });
  assert.equal((await f.engine.answer("local", waitId, "yes", person("bob"))).endedAt, "2030-01-01T00:00:01.000Z");
});

test("an answer after the deadline is refused and writes the expiry; the call ends with wait_expired", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ ...QUESTION, params: { question: "?", timeoutSeconds: 60 } });
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.clock.pass(60_000);
  await assert.rejects(f.engine.answer("local", waitId, "yes", person("bob")), {
    code: "wait_settled",
    message: `wait ${waitId} expired at 2030-01-01T00:01:00.000Z`,
  });
  await f.engine.moveRun("local", call.runId);
  const outcome = await f.engine.outcome("local", call.callId);
  assert.equal(outcome.error?.type, "wait_expired");
  assert.equal(outcome.status, "failed");
});

test("a companion that asks for time-outs is called with how long it waited", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { ...QUESTION, params: { question: "?", timeoutSeconds: 60 } }
      : { kind: "result", value: input.payload };
  const call = await f.engine.startCall(request({ resume: { on: ["answer", "timeout"], idempotent: false } }));
  await f.clock.pass(61_000);
  assert.equal((await f.engine.once()).length, 1);
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { timed_out: true, elapsed_seconds: 61 });
});

test("a time wait is fired by whoever comes by, and sat through where that is asked for", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "time", params: { seconds: 90 }, meta: {} }
      : { kind: "result", value: input.payload };
  const call = await f.engine.startCall(request());
  await f.clock.pass(89_000);
  assert.deepEqual(await f.engine.once(), []);
  const moving = f.engine.moveRun("local", call.runId, { through: ["time"] });
  await f.clock.pass(2_000);
  await moving;
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { elapsed_seconds: 90 });
});

test("sleep_for(0) goes on at once, and waits may be chained", async () => {
  await using f = await fixture();
  let left = 3;
  f.runner.play = () => {
    left -= 1;
    return left < 0 ? RESULT : { kind: "yield", wait: "time", params: { seconds: 0 }, meta: { left } };
  };
  const call = await f.engine.startCall(request());
  assert.equal((await f.engine.outcome("local", call.callId)).ok, true);
  const types = await f.types(call.runId);
  assert.equal(types.filter((type) => type === "tool.resumed").length, 3);
});

test("a wait of a tool without a companion, and one that cannot be, are errors of the call", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "yield", wait: "time", params: { seconds: -1 }, meta: {} });
  const negative = await f.engine.startCall(request());
  assert.equal((await f.engine.outcome("local", negative.callId)).error?.type, "invalid_wait");
  const { resume: _, ...without } = request();
  const alone = await f.engine.startCall(without);
  assert.equal((await f.engine.outcome("local", alone.callId)).error?.type, "no_companion");
});

test("the source that parked is the one that goes on: a changed one is refused, unless the original is asked for", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : RESULT);
  const refused = await f.engine.startCall(request());
  const original = await f.engine.startCall(request());
  Object.assign(f.source, { version: "2", digest: "d2" });
  for (const [call, resumeOriginal] of [
    [refused, false],
    [original, true],
  ] as const) {
    const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
    await f.engine.answer("local", waitId, "yes", person("bob"), { resumeOriginal });
    await f.engine.moveRun("local", call.runId);
  }
  const error = (await f.engine.outcome("local", refused.callId)).error;
  assert.equal(error?.type, "source_changed");
  assert.match(error?.message ?? "", /version 1 \(d1\).*version 2 \(d2\)/);
  assert.equal((await f.engine.outcome("local", original.callId)).ok, true);
  assert.equal(f.runner.last.call.digest, "d1");
});

test("cancelling a parked run ends it at once, with its wait and its call", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const call = await f.engine.startCall(request());
  await f.engine.cancelRun("local", call.runId, "bob", "not needed");
  assert.equal((await f.engine.run("local", call.runId)).status, "cancelled");
  const outcome = await f.engine.outcome("local", call.callId);
  assert.equal(outcome.status, "cancelled");
  assert.deepEqual((await f.types(call.runId)).slice(-4), [
    "run.cancelling",
    "wait.cancelled",
    "tool.result",
    "run.cancelled",
  ]);
  await assert.rejects(f.engine.cancelRun("local", call.runId, "eve"), {
    code: "run_ended",
    message: /cancelled at 2030/,
  });
});

test("the same cancellation by the same person gets the same reply, another gets how the run ended", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const { runId } = await f.engine.startCall(request());
  const first = await f.engine.cancelRun("local", runId, "bob", "not needed");
  assert.deepEqual(await f.engine.cancelRun("local", runId, "bob", "not needed"), first);
  const events = await f.engine.events("local", runId);
  assert.equal(events.filter(({ type }) => type === "run.cancelling").length, 1);
  const refused = { code: "run_ended", message: /cancelled/ };
  await assert.rejects(f.engine.cancelRun("local", runId, "bob", "something else"), refused);
  await assert.rejects(f.engine.cancelRun("local", runId, "eve", "not needed"), refused);

  f.runner.play = () => ({ kind: "result", value: 1 });
  const completed = await f.engine.startCall(request());
  await assert.rejects(f.engine.cancelRun("local", completed.runId, "bob"), {
    code: "run_ended",
    message: /completed/,
  });
});

test("cancelling a run that is held says so once, however often the same person asks", async () => {
  await using f = await fixture();
  const other = f.another();
  void f.engine.startCall(request());
  await until(() => f.runner.phases.length === 1);
  const [run] = await f.engine.listRuns("local", { limit: 1 });
  assert.ok(run !== undefined);
  // Its holder ends it meanwhile, or does not yet.
  for (let times = 0; times < 3; times++) await other.engine.cancelRun("local", run.runId, "bob");
  assert.equal((await f.types(run.runId)).filter((type) => type === "run.cancelling").length, 1);
});

const LONG = "r".repeat(4_001);
const ENDINGS: Readonly<Record<string, (f: Fixture, ids: { runId: string; waitId: string }) => Promise<unknown>>> = {
  "the cancellation of a run": (f, { runId }) => f.engine.cancelRun("local", runId, "ada", LONG),
  "the cancellation of a wait": (f, { waitId }) => f.engine.cancelWait("local", waitId, person("ada"), LONG),
};

for (const [what, end] of Object.entries(ENDINGS)) {
  test(`a reason that is too long for ${what} is refused, and nothing ends`, async () => {
    await using f = await fixture();
    f.runner.play = () => QUESTION;
    const { runId } = await f.engine.startCall(request());
    const [wait] = await f.engine.listWaits("local", { open: true, runId, limit: 1 });
    await assert.rejects(end(f, { runId, waitId: wait?.id ?? "" }), {
      code: "invalid_reason",
      message: "the reason has 4001 characters, at most 4000 are taken",
    });
    assert.equal((await f.engine.run("local", runId)).status, "waiting");
  });
}

test("cancelling a run that another worker moves aborts its call, and a result that came first stays", async () => {
  await using f = await fixture();
  const other = f.another();
  const started = f.engine.startCall(request());
  await settle();
  const { runId, callId } = f.runner.last.call;
  await other.engine.cancelRun("local", runId, "bob");
  await settle();
  assert.equal(f.runner.last.signal.aborted, true);
  await started;
  assert.equal((await f.engine.outcome("local", callId)).status, "cancelled");
  assert.deepEqual((await f.types(runId)).slice(-3), ["run.cancelling", "tool.result", "run.cancelled"]);
});

test("cancelling a wait ends the call, or calls the companion that asks for it", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : { kind: "result", value: input.payload });
  const plain = await f.engine.startCall(request());
  const asking = await f.engine.startCall(request({ resume: { on: ["answer", "cancel"], idempotent: false } }));
  for (const call of [plain, asking]) {
    const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
    await f.engine.cancelWait("local", waitId, person("bob"), "late");
    await f.engine.moveRun("local", call.runId);
  }
  assert.equal((await f.engine.outcome("local", plain.callId)).error?.type, "wait_cancelled");
  assert.deepEqual((await f.engine.outcome("local", asking.callId)).value, {
    cancelled: true,
    reason: "late",
    by: "bob",
  });
});

test("aborting the caller's signal cancels the run", async () => {
  await using f = await fixture();
  const abort = new AbortController();
  const started = f.engine.startCall(request(), {}, abort.signal);
  await settle();
  abort.abort();
  const call = await started;
  assert.equal((await f.engine.outcome("local", call.callId)).status, "cancelled");
  assert.equal((await f.engine.run("local", call.runId)).status, "cancelled");
});

test("no sandbox is tried again, and then ends the run", async () => {
  await using f = await fixture();
  const error = { type: "isolation_unavailable", message: "no bubblewrap" };
  f.runner.refusals.push({ kind: "retry", error }, { kind: "retry", error });
  f.runner.play = () => RESULT;
  const twice = f.engine.startCall(request());
  await f.clock.pass(10_000);
  assert.equal((await f.engine.outcome("local", (await twice).callId)).ok, true);

  f.runner.refusals.push(...Array.from({ length: 4 }, () => ({ kind: "retry", error }) as const));
  const never = f.engine.startCall(request());
  await f.clock.pass(10_001);
  const call = await never;
  assert.equal((await f.engine.outcome("local", call.callId)).error?.type, "isolation_unavailable");
  assert.deepEqual((await f.types(call.runId)).slice(-3), ["tool.result", "run.error", "run.failed"]);
});

test("a module that does not load is the call's own error", async () => {
  await using f = await fixture();
  f.runner.refusals.push({ kind: "failed", error: { type: "load_failed", message: "no module named yaml" } });
  const call = await f.engine.startCall(request());
  const outcome = await f.engine.outcome("local", call.callId);
  assert.deepEqual(outcome.error, { type: "load_failed", message: "no module named yaml" });
  assert.equal(outcome.isolation, null);
});

test("runs of one thread go one after another", async () => {
  await using f = await fixture();
  f.runner.play = (call) => (call.tool === "ask" ? QUESTION : RESULT);
  const first = await f.engine.startCall(request({ threadId: "thr_1" }));
  const second = await f.engine.startCall(request({ threadId: "thr_1", tool: { ...request().tool, name: "tell" } }));
  assert.equal((await f.engine.run("local", second.runId)).status, "queued");
  assert.deepEqual(await f.engine.once(), []);
  await f.engine.cancelRun("local", first.runId, "bob");
  assert.deepEqual(await f.engine.once(), [{ tenant: "local", runId: second.runId }]);
  assert.equal((await f.engine.outcome("local", second.callId)).ok, true);
});

test("the same idempotency key gives the same call, and another call with it is refused", async () => {
  await using f = await fixture();
  f.runner.play = () => RESULT;
  const first = await f.engine.startCall(request({ idempotencyKey: "k" }));
  assert.deepEqual(await f.engine.startCall(request({ idempotencyKey: "k" })), first);
  assert.equal(f.runner.phases.length, 1);
  await assert.rejects(f.engine.startCall(request({ idempotencyKey: "k", args: { x: 2 } })), { code: "key_reused" });
});

test("lines and progress reach the caller at once and the log within 100 ms", async () => {
  await using f = await fixture();
  const lines: string[] = [];
  const started = f.engine.startCall(request(), { log: (line) => lines.push(line.text) });
  await settle();
  const { runId } = f.runner.last.call;
  f.runner.last.observer.log("stdout", "half way");
  f.runner.last.observer.progress(0.5, "half");
  assert.deepEqual(lines, ["half way"]);
  await f.clock.pass(100);
  assert.deepEqual((await f.types(runId)).slice(-2), ["tool.log", "tool.progress"]);
  await f.runner.last.finish(RESULT);
  const outcome = await f.engine.outcome("local", (await started).callId);
  assert.deepEqual(outcome.logs, [{ stream: "stdout", text: "half way" }]);
});

test("of one call 1,000 notes are kept, and the rest are counted", async () => {
  await using f = await fixture();
  f.runner.play = (_call, _input, observer) => {
    for (let line = 0; line < 1_005; line++) observer.log("stdout", String(line));
    return RESULT;
  };
  const call = await f.engine.startCall(request());
  const { logs } = await f.engine.outcome("local", call.callId);
  assert.equal(logs.length, 1_001);
  assert.deepEqual(logs.at(-1), { stream: "warning", text: "5 more lines were not kept" });
});

test("values over 1 MiB are kept as blobs and come back whole", async () => {
  await using f = await fixture();
  const value = { text: "x".repeat(2 * 1024 * 1024) };
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : { kind: "result", value });
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.engine.answer("local", waitId, "y", person("bob"));
  await f.engine.moveRun("local", call.runId);
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, value);
  const stored = await f.store.events("local", call.runId, 0, 100);
  assert.ok(stored.every((event) => event.data.length <= 1024 * 1024));
});

test("arguments that are written otherwise are repaired, and the log says what", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => ({ kind: "result", value: input.phase === "call" ? input.arguments : null });
  const call = await f.engine.startCall(request({ args: { x: "3" } }));
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { x: 3 });
  const events = await f.engine.events("local", call.runId);
  const [called, repaired] = events.filter(({ type }) => type === "tool.called" || type === "arguments.repaired");
  assert.ok(called?.type === "tool.called" && repaired?.type === "arguments.repaired");
  assert.deepEqual([called.data.arguments, repaired.data.arguments], [{ x: "3" }, { x: 3 }]);
  assert.deepEqual(repaired.data.changes, [{ path: "x", from: "3", to: 3 }]);
});

test("a toolset may want its arguments as they were sent", async () => {
  await using f = await fixture();
  const call = await f.engine.startCall(request({ args: { x: "3" }, repair: false }));
  assert.equal((await f.engine.outcome("local", call.callId)).error?.type, "invalid_arguments");
  assert.equal(f.runner.prepared, 0);
});

test("what a tool's contract and toolset say of it is kept with its call", async () => {
  await using f = await fixture();
  const { tool } = request();
  const approval = { required: true, reason: "it ships", onDenied: "fail" } as const;
  const call = await f.engine.startCall(
    request({ tool: { ...tool, approval, capabilities: ["network"] }, parallel: true, waitSeconds: 60 }),
  );
  const called = (await f.engine.events("local", call.runId)).find((event) => event.type === "tool.called");
  const { traits } = called?.data ?? {};
  assert.deepEqual(
    [
      traits?.requiresApproval,
      traits?.approvalReason,
      traits?.onDenied,
      traits?.capabilities,
      traits?.parallel,
      traits?.waitSeconds,
    ],
    [true, "it ships", "fail", ["network"], true, 60],
  );
});

test("a hundred answers at once: one is the answer, ninety-nine are told whose it was and when", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? QUESTION : { kind: "result", value: input.payload });
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  const answers = Array.from({ length: 100 }, (_, index) =>
    f.engine.answer("local", waitId, "yes", person(`p${index}`)),
  );
  const replies = await Promise.allSettled(answers);
  const winners = replies.flatMap((reply) => (reply.status === "fulfilled" ? [reply.value.endedBy] : []));
  assert.equal(winners.length, 1);
  for (const reply of replies) {
    if (reply.status === "fulfilled") continue;
    assert.match(String(reply.reason), new RegExp(`was answered by ${winners[0]} at 2030-01-01T`));
  }
  await f.engine.moveRun("local", call.runId);
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { response: "yes", answered_by: winners[0] });
});
