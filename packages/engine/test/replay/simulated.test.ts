// What simulated workers write, that die, lose leases and are cut off from the store, is what today's code could write.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LogCheck } from "../../src/replay/check-log.ts";
import { evolve } from "../../src/state/evolve.ts";
import { unborn } from "../../src/state/run-state.ts";
import { openGround, simulate } from "../simulation/simulate.ts";

/** Seeds that the simulation itself plays as well. */
const SEEDS = 25;

test("every log of a simulation passes the check of a replay", async () => {
  using ground = openGround();
  let events = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { logs } = await simulate(ground, seed);
    for (const log of logs) {
      const runId = log[0]?.runId ?? "";
      const check = new LogCheck(runId);
      let state = unborn(runId);
      for (const event of log) {
        const found = check.next(state, event);
        assert.equal(found, null, `seed ${seed}, run ${runId}: ${JSON.stringify(found)}`);
        state = evolve(state, event);
        events += 1;
      }
    }
  }
  assert.ok(events > 1_000, `${events} events were looked at`);
});
