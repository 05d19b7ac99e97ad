import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSeeds } from "../simulation/assert-seeds.ts";
import { openGround, simulate } from "../simulation/simulate.ts";

test(
  "whatever workers, models, tools and people do, and whatever goes wrong, the logs keep their rules and every run ends",
  {
    timeout: 600_000,
  },
  () => assertSeeds(1),
);

test("a seed repeats exactly, whatever was simulated before it", async () => {
  using ground = openGround();
  for (const seed of [3, 14, 15]) {
    const [first, second] = [await simulate(ground, seed), await simulate(ground, seed)];
    assert.ok(first.logs.flat().length > 20);
    assert.deepEqual(second.logs, first.logs);
  }
  using other = openGround();
  const alone = await simulate(other, 15);
  assert.deepEqual((await simulate(ground, 15)).logs, alone.logs);
});
