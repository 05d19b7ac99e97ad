import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkLog } from "../../../engine/test/checker/check-log.ts";
import { openStore } from "../../src/index.ts";
import { PLACES, type Place } from "../harness/places.ts";

const CHILD = fileURLToPath(new URL("./worker.child.ts", import.meta.url));
/** How many workers are killed; two are at work at any time. */
const KILLS = 16;

/** Lets a worker work, and kills it at a random moment. */
async function workAndDie(place: Place): Promise<void> {
  const child = spawn(process.execPath, [CHILD, place.address, place.folder, "work"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  await Promise.race([once(createInterface({ input: child.stdout }), "line"), closed]);
  await setTimeout(Math.random() * 60);
  child.kill("SIGKILL");
  const [code, signal] = await closed;
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
}

for (const { kind, open } of PLACES) {
  test(`${kind}: whenever workers are killed, the log keeps its rules, and nothing ran twice`, {
    timeout: 120_000,
  }, async () => {
    await using place = await open();
    const killing = async (times: number): Promise<void> => {
      for (let kill = 0; kill < times; kill++) await workAndDie(place);
    };
    await Promise.all([killing(KILLS / 2), killing(KILLS / 2)]);

    // One more worker finds everything that can move; then only questions are open.
    const last = spawn(process.execPath, [CHILD, place.address, place.folder, "once"], { stdio: "ignore" });
    assert.deepEqual(await once(last, "close"), [0, null]);
    await using store = await openStore(place.address);
    const ledger = (await readFile(join(place.folder, "ledger"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => {
        const [callId = "", phase = ""] = line.split(" ");
        return { callId, phase };
      });
    const runs = await store.runs("local", { limit: 100_000 });
    assert.ok(runs.length > KILLS);
    const calls = new Set<string>();
    for (const run of runs) {
      const stored = await store.events("local", run.runId, 0, 10_000);
      const events = stored.map((event) => ({
        ...event,
        at: new Date(event.at).toISOString(),
        data: JSON.parse(event.data),
      }));
      const callId = events.find((event) => event.type === "tool.called")?.data.callId;
      calls.add(callId);
      const faults = checkLog(
        events,
        ledger.filter((line) => line.callId === callId),
      );
      assert.deepEqual(faults, [], run.runId);
      assert.ok(["completed", "failed", "waiting"].includes(run.status), `${run.runId} is ${run.status}`);
      if (run.status === "failed") assert.equal(run.error?.type, "outcome_unknown");
    }
    assert.deepEqual(
      ledger.filter((line) => !calls.has(line.callId)),
      [],
    );
  });
}
