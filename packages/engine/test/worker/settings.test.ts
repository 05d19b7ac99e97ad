import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_SETTINGS, workerSettings } from "../../src/worker/settings.ts";

test("the margins of a lease grow and shrink with it, unless they are given", () => {
  assert.deepEqual(workerSettings({}), DEFAULT_SETTINGS);
  const short = workerSettings({ leaseMs: 1_200 });
  assert.deepEqual([short.startMarginMs, short.stopMarginMs], [400, 200]);
  assert.equal(workerSettings({ leaseMs: 1_200, stopMarginMs: 100 }).stopMarginMs, 100);
});
