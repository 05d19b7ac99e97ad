// Runs that cannot be moved here: their files are at another place, or their events are of a newer engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand } from "../approvals/asked-call.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { fixture, person, request } from "../harness/fixture.ts";
import { settle } from "../harness/virtual-clock.ts";

const QUESTION = { kind: "yield", wait: "answer", params: { question: "Ship it?" }, meta: {} } as const;

/** What came of a promise so far. */
function watched(promise: Promise<unknown>): () => string {
  let came = "nothing yet";
  promise.then(
    () => {
      came = "done";
    },
    (error: unknown) => {
      came = String(error);
    },
  );
  return () => came;
}

test("whoever moves a run whose files are elsewhere is told where they are, when nobody there begins with it", async () => {
  await using f = await fixture();
  const runId = await createAgentRun(f, { place: "attic" });
  const moving = watched(f.engine.moveRun("local", runId));
  await settle();
  await f.clock.pass(1_000);
  assert.equal(moving(), "nothing yet");
  await f.clock.pass(3_000);
  assert.equal(
    moving(),
    `EngineError: run ${runId} cannot be moved from here: its files are on attic, and this is machine-1`,
  );
  assert.deepEqual(await f.engine.once(), []);
  assert.equal((await f.engine.run("local", runId)).status, "ready");
});

test("somebody at the place moves it meanwhile, however long that takes", async () => {
  await using f = await fixture();
  f.runner.play = () => QUESTION;
  const other = f.another();
  const { runId, callId } = await f.engine.startCall(request({ place: "machine-1" }));
  const waitId = (await f.engine.outcome("local", callId)).wait?.id ?? "";
  // What waits needs nobody to move it, wherever.
  await other.engine.moveRun("local", runId);
  await other.engine.answer("local", waitId, "yes", person("bob"));
  const moving = watched(other.engine.moveRun("local", runId));
  await settle();
  await f.clock.pass(2_000);
  let finish = (): void => undefined;
  f.runner.play = () =>
    new Promise((resolve) => {
      finish = () => resolve({ kind: "result", value: "shipped" });
    });
  const once = f.engine.once();
  await settle();
  await f.clock.pass(20_000);
  assert.equal(moving(), "nothing yet");
  finish();
  await once;
  await f.clock.pass(2_000);
  assert.equal(moving(), "done");
  assert.equal((await f.engine.outcome("local", callId)).value, "shipped");
});

test("one whose worker there is lost is told of like one that nobody has begun with", async () => {
  await using f = await fixture();
  const other = f.another();
  const runId = await createAgentRun(f, { place: "machine-1" });
  const claimed = await f.store.claimNext({
    ...{ hold: { workerId: "wrk_lost", identity: { machine: "machine-1", processes: [] }, leaseMs: 30_000 } },
    ...{ engine: 1, place: "machine-1", afterTenant: "", maxRunning: 50, gone: [] },
  });
  assert.equal(claimed?.runId, runId);
  const moving = watched(other.engine.moveRun("local", runId));
  await settle();
  await f.clock.pass(29_000);
  assert.equal(moving(), "nothing yet");
  await f.clock.pass(6_000);
  assert.match(moving(), /its files are on machine-1, and this is machine-2/);
});

test("a place that outlives restarts is told by the machine, and is not what its processes are known by", async () => {
  await using f = await fixture();
  const claims: (string | null)[] = [];
  const { claimNext } = f.store;
  f.store.claimNext = async (given) => {
    claims.push(given.place);
    return claimNext(given);
  };
  const there = f.another({}, undefined, "cellar");
  there.models.play = () => says("done");
  const runId = await createAgentRun(f, { place: "cellar" });
  await there.engine.once();
  assert.equal((await f.engine.run("local", runId)).status, "completed");
  assert.deepEqual([...new Set(claims)], ["cellar"]);
});

test("a run of a newer engine is not moved, not cancelled, and whoever asks for it hears why", async () => {
  await using f = await fixture();
  const runId = await createAgentRun(f);
  byHand(f, "update runs set min_engine = 99", "update events set v = 99 where seq = 2");
  const refused = { code: "newer_engine", message: new RegExp(`^run ${runId} was written by a newer Haft: .*99`) };
  await assert.rejects(f.engine.moveRun("local", runId), refused);
  await assert.rejects(f.engine.cancelRun("local", runId, "ada"), refused);
  assert.deepEqual(await f.engine.once(), []);
  assert.equal((await f.engine.run("local", runId)).status, "ready");
});
