// The seeds of `npm test`, in parts that are run side by side; `npm run simulate -- FROM TO` runs any others.

import assert from "node:assert/strict";
import { openGround, simulate } from "./simulate.ts";

/** HAFT_SEEDS: another number, where there is more or less time. */
const SEEDS = Number(process.env.HAFT_SEEDS ?? 2_000);
const PARTS = 2;

/** Simulates a part of the seeds, counted from 1. */
export async function assertSeeds(part: number): Promise<void> {
  using ground = openGround();
  const share = Math.ceil(SEEDS / PARTS);
  const last = Math.min(part * share, SEEDS);
  let deaths = 0;
  for (let seed = (part - 1) * share + 1; seed <= last; seed++) {
    const simulated = await simulate(ground, seed);
    deaths += simulated.deaths;
    assert.deepEqual(simulated.faults, [], `seed ${seed}: npm run simulate -- ${seed}`);
  }
  assert.ok(deaths >= share / 10, "hardly a worker has died: this is not what is to be simulated");
}
