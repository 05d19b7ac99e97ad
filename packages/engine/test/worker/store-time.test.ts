import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_SETTINGS } from "../../src/worker/settings.ts";
import { createStoreTime } from "../../src/worker/store-time.ts";
import { VirtualClock } from "../harness/virtual-clock.ts";

test("the store's time is what it last said and the span since; slow replies do not set it back, a clock that was set back does", async () => {
  const clock = new VirtualClock();
  const time = createStoreTime(clock, DEFAULT_SETTINGS);
  time.heard(10_000);
  await clock.pass(500);
  assert.equal(time.now(), 10_500);
  time.heard(10_200);
  assert.equal(time.now(), 10_500);
  time.heard(10_600);
  assert.equal(time.now(), 10_600);
  time.heard(2_000);
  await clock.pass(5);
  assert.equal(time.now(), 2_005);
});

test("where the store's clock steps forward, leases are over only when their spans are", async () => {
  const clock = new VirtualClock();
  const time = createStoreTime(clock, DEFAULT_SETTINGS);
  assert.equal(time.lapsedBy(), undefined);
  time.heard(10_000);
  assert.equal(time.lapsedBy(), 10_000);
  // No more than effects end before their leases do: a slow reply before, perhaps.
  time.heard(15_000);
  assert.equal(time.lapsedBy(), 15_000);
  time.heard(3_600_000);
  assert.equal(time.now(), 3_600_000);
  assert.equal(time.lapsedBy(), 15_000);
  await clock.pass(20_000);
  time.heard(3_680_000);
  assert.deepEqual([time.now(), time.lapsedBy()], [3_680_000, 35_000]);
  await clock.pass(29_999);
  assert.deepEqual([time.now(), time.lapsedBy()], [3_709_999, 64_999]);
  await clock.pass(1);
  assert.deepEqual([time.now(), time.lapsedBy()], [3_710_000, 3_710_000]);
});
