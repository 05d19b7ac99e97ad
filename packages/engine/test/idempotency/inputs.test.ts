// Answers, votes, cancellations and signals under an idempotency key: each takes effect once, and whoever asks again gets
// the reply of then; another request under the same key is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Engine, PhaseOutcome, WaitView } from "../../src/index.ts";
import { ask, REQUIRE } from "../approvals/asked-call.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

const ASKS: PhaseOutcome = { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} };
const HEARS: PhaseOutcome = { kind: "yield", wait: "signal", params: { key: "paid" }, meta: {} };

/** A call that asks, or waits for a signal. */
async function parked(f: Fixture, waits: PhaseOutcome = ASKS): Promise<WaitView> {
  f.runner.play = (_call, input) => (input.phase === "call" ? waits : { kind: "result", value: input.payload });
  const { callId } = await f.engine.startCall(request());
  const { wait } = await f.engine.outcome("local", callId);
  assert.ok(wait !== undefined, "the call waits");
  return wait;
}

/** A call that `need` people are asked about. */
async function asked(f: Fixture, need = 1) {
  await f.engine.savePolicy("local", { ...REQUIRE, quorum: need }, "ada");
  return ask(f);
}

/** One input on something that is open: done under a key, and done otherwise. */
interface Input {
  readonly name: string;
  open(f: Fixture): Promise<{ readonly runId: string; readonly id: string }>;
  act(engine: Engine, id: string, idempotencyKey: string): Promise<unknown>;
  otherwise(engine: Engine, id: string, idempotencyKey: string): Promise<unknown>;
  /** The events that it writes, in all. */
  readonly writes: RegExp;
  readonly count: number;
}

const parkedPlace = async (f: Fixture) => {
  const { runId, id } = await parked(f);
  return { runId, id };
};
const askedPlace = (need?: number) => async (f: Fixture) => {
  const { runId, waitId } = await asked(f, need);
  return { runId, id: waitId };
};

const INPUTS: readonly Input[] = [
  {
    name: "an answer",
    open: parkedPlace,
    act: (engine, id, idempotencyKey) => engine.answer("local", id, { n: 1 }, person("bob"), { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) => engine.answer("local", id, { n: 2 }, person("bob"), { idempotencyKey }),
    writes: /^wait\./,
    count: 1,
  },
  {
    name: "the cancellation of a wait",
    open: parkedPlace,
    act: (engine, id, idempotencyKey) => engine.cancelWait("local", id, person("ada"), "late", { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) =>
      engine.cancelWait("local", id, person("ada"), "early", { idempotencyKey }),
    writes: /^wait\./,
    count: 1,
  },
  {
    name: "an approval that decides",
    open: askedPlace(),
    act: (engine, id, idempotencyKey) => engine.approve("local", id, person("bob"), { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) => engine.deny("local", id, person("bob"), "no", { idempotencyKey }),
    writes: /^(?:approval\.decided|wait\.)/,
    count: 2,
  },
  {
    name: "an approval that others must join",
    open: askedPlace(2),
    act: (engine, id, idempotencyKey) => engine.approve("local", id, person("bob"), { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) =>
      engine.approve("local", id, person("bob"), { resumeOriginal: true, idempotencyKey }),
    writes: /^(?:approval\.decided|wait\.)/,
    count: 1,
  },
  {
    name: "a denial",
    open: askedPlace(),
    act: (engine, id, idempotencyKey) => engine.deny("local", id, person("bob"), "no", { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) => engine.deny("local", id, person("eve"), "no", { idempotencyKey }),
    writes: /^(?:approval\.decided|wait\.)/,
    count: 2,
  },
  {
    name: "the cancellation of a run",
    open: async (f) => {
      const { runId } = await parked(f);
      return { runId, id: runId };
    },
    act: (engine, id, idempotencyKey) => engine.cancelRun("local", id, "ada", "late", { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) => engine.cancelRun("local", id, "ada", "early", { idempotencyKey }),
    writes: /^run\.cancel/,
    count: 2,
  },
  {
    name: "a signal",
    open: async (f) => {
      const { runId, key = "" } = await parked(f, HEARS);
      return { runId, id: key };
    },
    act: (engine, id, idempotencyKey) => engine.signal("local", id, { n: 1 }, "shop", undefined, { idempotencyKey }),
    otherwise: (engine, id, idempotencyKey) =>
      engine.signal("local", id, { n: 2 }, "shop", undefined, { idempotencyKey }),
    writes: /^wait\./,
    count: 1,
  },
];

async function written(f: Fixture, runId: string, writes: RegExp): Promise<number> {
  return (await f.types(runId)).filter((type) => writes.test(type)).length;
}

/** The reply, but for what only tells that it came again. */
function said(reply: unknown): unknown {
  return typeof reply === "object" && reply !== null && "repeated" in reply ? { ...reply, repeated: null } : reply;
}

for (const { name, open, act, otherwise, writes, count } of INPUTS) {
  test(`${name} takes effect once under a key, and gets the same reply again`, async () => {
    await using f = await fixture();
    const { runId, id } = await open(f);
    const first = await act(f.engine, id, "k");
    assert.deepEqual(said(await act(f.another().engine, id, "k")), said(first));
    await f.clock.pass(60_000);
    await f.engine.once();
    assert.deepEqual(said(await act(f.engine, id, "k")), said(first));
    assert.equal(await written(f, runId, writes), count);
    await assert.rejects(otherwise(f.engine, id, "k"), {
      code: "key_reused",
      message: 'the idempotency key "k" was used for another request',
      hint: "use a new key for each request",
    });
    assert.equal(await written(f, runId, writes), count);
  });

  test(`${name}: of two at once under one key both get the reply of the one that took effect`, async () => {
    await using f = await fixture();
    const { runId, id } = await open(f);
    const { engine } = f.another();
    const [one, other] = await Promise.all([act(f.engine, id, "k"), act(engine, id, "k")]);
    assert.deepEqual(said(one), said(other));
    assert.equal(await written(f, runId, writes), count);
  });

  test(`${name}: where the reply to the commit was lost, the same request gets it`, async () => {
    await using f = await fixture();
    const { runId, id } = await open(f);
    const losing = { lost: 0 };
    for (const method of ["endWait", "vote", "cancelRun", "signal"] as const) loseReply(f, method, losing);
    // The caller itself may have died: who comes after is another process, and the store answers it.
    const first = await act(f.engine, id, "k");
    assert.ok(losing.lost >= 1);
    assert.deepEqual(said(await act(f.another().engine, id, "k")), said(first));
    assert.equal(await written(f, runId, writes), count);
  });

  test(`${name} that is refused keeps no key`, async () => {
    await using f = await fixture();
    const { runId, id } = await open(f);
    await assert.rejects(act(f.engine, `${id}x`.replace("desk/paidx", "nothing"), "k"));
    await otherwise(f.engine, id, "k");
    await assert.rejects(act(f.engine, id, "k"), { code: "key_reused" });
    assert.ok((await written(f, runId, writes)) > 0);
  });
}

/** The first reply of a method never comes. */
function loseReply(f: Fixture, method: "endWait" | "vote" | "cancelRun" | "signal", losing: { lost: number }): void {
  const given = f.store[method].bind(f.store) as (asked: never) => Promise<never>;
  Object.assign(f.store, {
    [method]: async (asked: never) => {
      const reply = await given(asked);
      losing.lost += 1;
      if (losing.lost > 1) return reply;
      throw new Error("the connection was lost");
    },
  });
}

test("the reply to a vote is the one of then, also when others have voted since", async () => {
  await using f = await fixture();
  const { waitId } = await asked(f, 2);
  const first = await f.engine.approve("local", waitId, person("bob"), { idempotencyKey: "k" });
  assert.deepEqual([first.status, first.approval?.have], ["open", 1]);
  await f.engine.approve("local", waitId, person("eve"));
  assert.equal((await f.engine.wait("local", waitId)).status, "resolved");
  assert.deepEqual(await f.engine.approve("local", waitId, person("bob"), { idempotencyKey: "k" }), first);
});

test("a key of one input is no other's, and one of a call is no input's", async () => {
  await using f = await fixture();
  const wait = await parked(f);
  const call = await f.engine.startCall(request({ idempotencyKey: "made", args: { x: 2 } }));
  const made = (await f.engine.outcome("local", call.callId)).wait;
  for (const key of ["made", "answered"]) {
    await f.engine.answer("local", wait.id, 1, person("bob"), { idempotencyKey: "answered" });
    const again = f.engine.answer("local", made?.id ?? "", 1, person("bob"), { idempotencyKey: key });
    await assert.rejects(again, { code: "key_reused" });
  }
  const started = f.engine.startCall(request({ idempotencyKey: "answered" }));
  await assert.rejects(started, { code: "key_reused" });
  await assert.rejects(f.engine.cancelRun("local", call.runId, "ada", "late", { idempotencyKey: "answered" }), {
    code: "key_reused",
  });
  assert.equal((await f.engine.run("local", call.runId)).status, "waiting");
});

test("a key is its tenant's", async () => {
  await using f = await fixture();
  f.runner.play = () => ASKS;
  const waits: WaitView[] = [];
  for (const tenant of ["local", "other"]) {
    const { callId } = await f.engine.startCall(request({ tenant }));
    const { wait } = await f.engine.outcome(tenant, callId);
    waits.push(await f.engine.answer(tenant, wait?.id ?? "", 1, person("bob"), { idempotencyKey: "k" }));
  }
  assert.deepEqual(
    waits.map(({ status }) => status),
    ["resolved", "resolved"],
  );
});

test("an answer that does not fit keeps no key, and the one that does takes it", async () => {
  await using f = await fixture();
  const wait = await parked(f, { ...ASKS, params: { question: "?", choices: ["ship", "wait"] } });
  const options = { idempotencyKey: "k" };
  await assert.rejects(f.engine.answer("local", wait.id, "shp", person("bob"), options), { code: "invalid_answer" });
  assert.equal((await f.engine.answer("local", wait.id, "ship", person("bob"), options)).status, "resolved");
});

test("a key that is empty or too long is refused before anything is done", async () => {
  await using f = await fixture();
  const wait = await parked(f);
  for (const idempotencyKey of ["", "k".repeat(256)]) {
    const expected = { code: "invalid_key", message: /has 1 to 255 characters, and this one has (?:0|256)$/ };
    await assert.rejects(f.engine.answer("local", wait.id, 1, person("bob"), { idempotencyKey }), expected);
    await assert.rejects(f.engine.startCall(request({ idempotencyKey })), expected);
  }
  assert.equal((await f.engine.wait("local", wait.id)).status, "open");
  const key = "k".repeat(255);
  assert.equal((await f.engine.answer("local", wait.id, 1, person("bob"), { idempotencyKey: key })).status, "resolved");
});

test("a secret that is typed as a key is in no row", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "TOKEN", value: "hunter2-hunter2" }];
  const wait = await parked(f);
  const options = { idempotencyKey: "hunter2-hunter2 1" };
  const first = await f.engine.answer("local", wait.id, 1, person("bob"), options);
  assert.equal(await f.store.remembered("local", options.idempotencyKey), null);
  assert.notEqual(await f.store.remembered("local", "[secret TOKEN] 1"), null);
  assert.deepEqual(await f.engine.answer("local", wait.id, 1, person("bob"), options), first);
});
