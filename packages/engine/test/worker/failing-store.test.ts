import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, request } from "../harness/fixture.ts";
import { settle } from "../harness/virtual-clock.ts";

const FULL = Object.assign(new Error("the disk is full"), { name: "StoreError", code: "disk_full" });

test("where the start cannot be written nothing runs, and the place is given back", async () => {
  await using f = await fixture();
  const { create } = f.store;
  f.store.create = () => Promise.reject(FULL);
  await assert.rejects(f.engine.startCall(request()), FULL);
  assert.equal(f.runner.phases.length, 0);
  assert.equal(f.runner.released, 1);
  f.store.create = create;
  assert.deepEqual(await f.engine.listRuns("local", { limit: 10 }), []);
});

test("where a result cannot be written the run stays as it is, and the next worker says that it is not known", async () => {
  await using f = await fixture();
  const { append } = f.store;
  const started = f.engine.startCall(request());
  await settle();
  const { runId, callId } = f.runner.last.call;
  f.store.append = () => Promise.reject(FULL);
  void f.runner.last.finish({ kind: "result", value: 1 });
  await assert.rejects(started, FULL);
  f.store.append = append;
  assert.equal((await f.types(runId)).at(-1), "tool.started");
  f.gone.add("machine-1");
  const other = f.another();
  await other.engine.once();
  assert.equal((await other.engine.outcome("local", callId)).error?.type, "outcome_unknown");
});

test("a look that fails is taken again", async () => {
  await using f = await fixture();
  const { heldBy } = f.store;
  const started = f.engine.startCall(request());
  await settle();
  const { runId, callId } = f.runner.last.call;
  let failed = 0;
  f.store.heldBy = () => {
    failed += 1;
    return Promise.reject(FULL);
  };
  await f.clock.pass(3_000);
  f.store.heldBy = heldBy;
  assert.ok(failed > 0, "nobody looked");
  await f.another().engine.cancelRun("local", runId, "bob");
  await f.clock.pass(1_000);
  await started;
  assert.equal((await f.engine.outcome("local", callId)).status, "cancelled");
});

test("a runner that throws has lost the sandbox, and what the call did in it is not known", async () => {
  await using f = await fixture();
  f.runner.play = () => {
    throw new Error("the launcher is gone");
  };
  const call = await f.engine.startCall(request());
  assert.equal((await f.engine.outcome("local", call.callId)).error?.type, "outcome_unknown");
});
