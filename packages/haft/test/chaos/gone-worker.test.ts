// A worker that was killed in the middle of a call, and whose sandbox is still there: nobody takes its run over before the
// sandbox has ended, whichever of its launchers had started it. Leases are so long here that none runs out.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { atWork, presentLauncher } from "./at-work.ts";
import { until } from "./condition.ts";
import type { Member } from "./crew.ts";
import { alive, below } from "./processes.ts";
import { type Scene, scene } from "./scene.ts";
import { STORES } from "./stores.ts";

const LEASE_MS = 3_600_000;
const PATIENCE_MS = 60_000;
/** Stops a launcher and everything below it: when nothing has ended or begun between two looks, nothing does any more. */
function stopAll(launcher: number): readonly string[] {
  for (;;) {
    const before = below(launcher);
    for (const pid of [launcher, ...before.map(numberOf)]) send(pid, "SIGSTOP");
    const after = below(launcher);
    if (isDeepStrictEqual(after, before)) return after;
  }
}

function numberOf(identity: string): number {
  return Number(identity.split(":")[0]);
}

/** One that has ended meanwhile needs no signal. */
function send(pid: number, signal: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Kills the worker while its launcher and the sandbox are stopped, and looks when the run is taken over. */
async function assertTakenWhenSandboxHasEnded(on: Scene, worker: Member, runId: string): Promise<void> {
  const { engine } = on.parts;
  const launcher = presentLauncher(worker);
  const sandboxes = stopAll(launcher);
  assert.ok(sandboxes.length > 0, "nothing runs below the launcher");
  try {
    await worker.kill();
    assert.deepEqual(await engine.once(), [], "its run was taken over while its tool was there");
    // Whatever else starts on this machine may end the call's own processes: their server is gone. Not what holds them.
    assert.notDeepEqual(alive(sandboxes), []);
  } finally {
    for (const pid of [launcher, ...sandboxes.map(numberOf)]) send(pid, "SIGCONT");
  }
  await until(
    () => alive(sandboxes).length === 0,
    PATIENCE_MS,
    () => `sandboxes are left: ${alive(sandboxes)}`,
  );
  await until(
    async () => (await engine.once()).some((moved) => moved.runId === runId),
    PATIENCE_MS,
    () => "nobody takes the run over",
  );
  assert.deepEqual((await on.verdict()).faults, []);
  const { error } = await engine.outcomeOfRun(LOCAL, runId);
  assert.equal(error?.type, "outcome_unknown");
}

suite("the run of a worker that was killed", { concurrency: 2, timeout: 300_000 }, () => {
  for (const store of STORES) {
    test(`is taken over when its sandbox has ended, whose launcher took the place of another, on ${store.name}`, () =>
      store.with(async (address) => {
        await using on = await scene(address, LEASE_MS);
        const worker = await on.worker();
        const lost = await atWork(on, worker);
        const first = presentLauncher(worker);
        assert.ok(worker.killLauncher());
        await on.event("tool.result", (event) => event.runId === lost);
        const runId = await atWork(on, worker);
        assert.notEqual(presentLauncher(worker), first);
        await assertTakenWhenSandboxHasEnded(on, worker, runId);
      }));
  }
});
