import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, request } from "../harness/fixture.ts";
import { settle } from "../harness/virtual-clock.ts";

test("what runs has a deadline before its lease ends, which each renewal extends and the end of the work lifts", async () => {
  await using f = await fixture();
  const started = f.engine.startCall(request());
  await settle();
  // A lease of 30 s, of which the last 5 belong to nobody.
  assert.deepEqual(f.runner.deadlines, [25_000]);
  await f.clock.pass(12_000);
  await settle();
  const extended = f.runner.deadlines.slice(1);
  assert.ok(extended.length > 0, "a renewal extends it");
  assert.ok(extended.every((deadline) => deadline !== null && deadline > 20_000 && deadline <= 25_000));
  await f.runner.last.finish({ kind: "result", value: 1 });
  await started;
  await f.clock.pass(2_000);
  assert.equal(f.runner.deadlines.at(-1), null);
});

test("a run that is not taken yet has no lease: its first call runs, however long its sandbox takes", async () => {
  await using f = await fixture();
  const place = Promise.withResolvers<void>();
  f.runner.hold = place.promise;
  const started = f.engine.startCall(request());
  await settle();
  await f.clock.pass(40_000);
  place.resolve();
  await settle();
  assert.equal(f.runner.last.signal.aborted, false);
  // From its first append on it has one.
  await f.clock.pass(5_000);
  assert.equal(f.runner.last.signal.aborted, false);
  await f.runner.last.finish({ kind: "result", value: 1 });
  const { callId } = await started;
  assert.equal((await f.engine.outcome("local", callId)).value, 1);
});
