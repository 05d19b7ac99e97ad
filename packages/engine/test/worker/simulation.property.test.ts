import assert from "node:assert/strict";
import { test } from "node:test";
import { openGround, simulate } from "../simulation/simulate.ts";

/** As many as forty seconds of one processor take; `npm run simulate -- FROM TO` runs any others. */
const SEEDS = Number(process.env.HAFT_SEEDS ?? 800);

test("whatever workers, models, tools and people do, and whatever goes wrong, the logs keep their rules and every run ends", {
  timeout: 600_000,
}, async () => {
  using ground = openGround();
  let deaths = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const simulated = await simulate(ground, seed);
    deaths += simulated.deaths;
    assert.deepEqual(simulated.faults, [], `seed ${seed}: npm run simulate -- ${seed}`);
  }
  assert.ok(deaths >= SEEDS / 10, "hardly a worker has died: this is not what is to be simulated");
});

test("a seed repeats exactly", async () => {
  using ground = openGround();
  for (const seed of [3, 14, 15]) {
    const [first, second] = [await simulate(ground, seed), await simulate(ground, seed)];
    assert.ok(first.logs.flat().length > 20);
    assert.deepEqual(second.logs, first.logs);
  }
});
