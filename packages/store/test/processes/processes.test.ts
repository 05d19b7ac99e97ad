import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openStore } from "../../src/index.ts";
import { firstEvents, newRun } from "../contract/requests.ts";
import { PLACES, type Place } from "../harness/places.ts";

const CHILD = fileURLToPath(new URL("./worker.child.ts", import.meta.url));

/** Starts a process; its standard error is the test's own. */
function start(
  { address, folder }: Place,
  ...given: string[]
): ChildProcess & { readonly stdout: NonNullable<ChildProcess["stdout"]> } {
  return spawn(process.execPath, [CHILD, address, folder, ...given], { stdio: ["ignore", "pipe", "inherit"] });
}

/** Runs a process to its end; its lines. */
async function run(place: Place, ...given: string[]): Promise<string[]> {
  const child = start(place, ...given);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const [code] = await once(child, "close");
  assert.equal(code, 0);
  return lines;
}

/** The first line of a process that goes on. */
async function firstLine(child: ReturnType<typeof start>): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return line;
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

for (const { kind, open } of PLACES) {
  test(`${kind}: what one process parks another answers, and a third goes on with it`, async () => {
    await using place = await open();
    const [line = ""] = await run(place, "call", "ask");
    const { runId, callId } = JSON.parse(line);
    await using store = await openStore(place.address);
    const [wait] = await store.waits("local", { open: true, limit: 10 });
    assert.equal(wait?.callId, callId);

    const waiting = run(place, "ended", wait?.waitId ?? "");
    const answers = (await Promise.all([1, 2, 3, 4].map(() => run(place, "answer", wait?.waitId ?? ""))))
      .flatMap((lines) => JSON.parse(lines[0] ?? ""))
      .sort();
    assert.equal(answers.length, 100);
    assert.equal(answers.filter((answer) => answer === "won").length, 1);
    const ended = await store.wait("local", wait?.waitId ?? "");
    const refusals = new Set(answers.filter((answer) => answer !== "won"));
    assert.equal(refusals.size, 1);
    assert.ok([...refusals][0]?.startsWith(`wait ${wait?.waitId} was answered by ${ended?.endedBy} at `));
    assert.deepEqual(await waiting, [ended?.endedBy]);

    const [moved = ""] = await run(place, "once");
    assert.deepEqual(JSON.parse(moved), [{ tenant: "local", runId }]);
    assert.equal((await store.run("local", runId))?.status, "completed");
  });

  test(`${kind}: of several processes each ready run is claimed by one`, async () => {
    await using place = await open();
    await using store = await openStore(place.address);
    const ids = Array.from({ length: 60 }, (_, index) => `run_${String(index).padStart(2, "0")}`);
    await Promise.all(
      ids.map((runId) =>
        store.create(
          newRun({ tenant: "local", runId, threadId: runId, hold: null, events: firstEvents(`call_${runId}`) }),
        ),
      ),
    );
    const moved = await Promise.all([1, 2, 3].map(() => run(place, "once")));
    const claimed = moved.flatMap((lines) => JSON.parse(lines[0] ?? "")).map((one) => one.runId);
    assert.deepEqual(claimed.toSorted(), ids);
    const ledger = (await readFile(join(place.folder, "ledger"), "utf8")).trim().split("\n");
    assert.deepEqual(
      ledger.toSorted(),
      ids.map((id) => `call_${id} call`),
    );
  });

  test(`${kind}: a call whose process is killed is ended by the next command, and not run again`, async () => {
    await using place = await open();
    const child = start(place, "call", "hang");
    const [, callId = ""] = (await firstLine(child)).split(" ");
    await kill(child);
    const [moved = ""] = await run(place, "once");
    assert.equal(JSON.parse(moved).length, 1);
    await using store = await openStore(place.address);
    const call = await store.call("local", callId);
    assert.equal(call?.status, "failed");
    const row = await store.run("local", call?.runId ?? "");
    assert.equal(row?.error?.type, "outcome_unknown");
    assert.equal(await readFile(join(place.folder, "ledger"), "utf8"), `${callId} call\n`);
  });

  test(`${kind}: nothing that was acknowledged is lost when the process is killed`, async () => {
    await using place = await open();
    const child = start(place, "calls-for-ever");
    const acknowledged: string[] = [];
    const enough = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      acknowledged.push(line);
      if (acknowledged.length === 20) enough.resolve();
    });
    await enough.promise;
    await kill(child);
    await using store = await openStore(place.address);
    for (const callId of acknowledged) {
      const call = await store.call("local", callId);
      assert.equal(call?.status, "completed");
      const events = await store.events("local", call?.runId ?? "", 0, 100);
      assert.deepEqual(
        events.map((event) => event.seq),
        [1, 2, 3, 4, 5, 6],
      );
    }
  });

  test(`${kind}: two busy processes both come through`, async () => {
    await using place = await open();
    await Promise.all([run(place, "calls", "40"), run(place, "calls", "40")]);
    await using store = await openStore(place.address);
    const runs = await store.runs("local", { limit: 200, status: "completed" });
    assert.equal(runs.length, 80);
  });
}
