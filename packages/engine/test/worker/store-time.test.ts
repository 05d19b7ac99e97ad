import assert from "node:assert/strict";
import { test } from "node:test";
import { createStoreTime } from "../../src/worker/store-time.ts";
import { VirtualClock } from "../harness/virtual-clock.ts";

test("the store's time is what it last said and the span since; slow replies do not set it back, a clock that was set back does", async () => {
  const clock = new VirtualClock();
  const time = createStoreTime(clock);
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
