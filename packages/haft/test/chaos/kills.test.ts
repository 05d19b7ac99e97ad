// Workers that are killed with SIGKILL at every kind of event boundary and at random moments, on both stores; more by
// hand: `npm run chaos`.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withPostgres } from "../../../store/test/postgres/server.ts";
import { type Chaos, chaos } from "./chaos.ts";
import { SEED } from "./seed.ts";
import { KINDS } from "./strikes.ts";

/** On each store. */
const KILLS = 25;

function assertSafe(came: Chaos): void {
  const kills = [...came.strikes].reduce((sum, [what, count]) => (what === "stopped" ? sum : sum + count), 0);
  assert.deepEqual(came.faults, [], `HAFT_SEED=${SEED}\n${came.wrong.join("\n")}`);
  assert.equal(kills, KILLS);
  assert.ok(came.runs > KILLS / 3, `only ${came.runs} runs were there to be interrupted`);
  assert.ok(came.takeovers > 0, "no run was taken over from a worker that was lost");
}

suite("workers are killed, and nothing is lost, nothing happens twice, nothing without its approval", {
  concurrency: 2,
  timeout: 600_000,
}, () => {
  test("of tools in Python and TypeScript, on SQLite", async () =>
    assertSafe(await chaos({ kills: KILLS, seed: SEED, languages: "both" })));

  test("of tools in Python, on PostgreSQL", async () =>
    withPostgres(async (store) => {
      const firstKind = KINDS.length / 2;
      assertSafe(await chaos({ kills: KILLS, seed: SEED + 7, firstKind: Math.ceil(firstKind), store }));
    }));
});
