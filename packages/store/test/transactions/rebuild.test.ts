import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createClock, createEngine, createIds, type PhaseOutcome } from "@haft/engine";
import { createFolderBlobs } from "../../src/blobs/folder-blobs.ts";
import { thisMachine } from "../../src/leases/machine.ts";
import { drive } from "../../src/sqlite/drive.ts";
import { openDatabase } from "../../src/sqlite/open.ts";
import { openSqliteStore } from "../../src/sqlite-store.ts";
import { derived, rebuild } from "../contract/rebuild.ts";
import { folder } from "../harness/folder.ts";
import { NO_MODELS, NO_TOOLS } from "../harness/no-models.ts";
import { call } from "../processes/call.ts";

test("what a real engine's runs left in rows follows from their events: the runs' own rows too", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  await lead(file, place.path);
  using database = openDatabase(file);
  const before = drive(database, derived());
  for (const table of ["calls", "waits", "artifacts", "blobs", "blob_names"]) {
    assert.notEqual(before[table]?.length, 0, table);
  }
  database.write(() => drive(database, rebuild()));
  assert.deepEqual(drive(database, derived()), before);
});

/** A little of everything: calls that end, ask, write artifacts and return large values. */
async function lead(file: string, path: string): Promise<void> {
  await using store = await openSqliteStore({ file });
  await using engine = createEngine({
    store,
    clock: createClock(),
    ids: createIds(),
    blobs: createFolderBlobs(join(path, "blobs")),
    secrets: { values: async () => [] },
    sources: { current: async () => ({ version: "1", digest: "d1" }) },
    machine: thisMachine(),
    models: NO_MODELS,
    toolbox: NO_TOOLS,
    runner: {
      settingsDigest: () => "s1",
      prepare: async ({ tool }) => ({
        kind: "prepared",
        place: {
          isolation: "none",
          interpreter: "fake",
          settingsDigest: "s1",
          release: () => undefined,
          async run(input, observer): Promise<PhaseOutcome> {
            if (tool === "ask" && input.phase === "call") {
              return { kind: "yield", wait: "answer", params: { question: "?", choices: ["a"] }, meta: { x: 1 } };
            }
            const base64 = Buffer.from(tool).toString("base64");
            await observer.request("artifact.write", {
              path: "a.txt",
              mimeType: "text/plain",
              base64,
              offset: 0,
              last: true,
            });
            return tool === "fail"
              ? { kind: "error", error: { type: "E", message: "no" } }
              : { kind: "result", value: tool === "big" ? "x".repeat(1_200_000) : 1 };
          },
        },
      }),
    },
  });
  for (const tool of ["echo", "fail", "big", "ask", "ask", "ask"]) await engine.startCall(call(tool));
  const [first, second] = await engine.listWaits("local", { open: true, limit: 10 });
  await engine.answer("local", first?.id ?? "", "a", { name: "bob", roles: [] });
  await engine.cancelWait("local", second?.id ?? "", { name: "bob", roles: [] });
  await engine.once();
  const runs = await store.runs("local", { limit: 20 });
  assert.equal(runs.length, 6);
  for (const { runId } of runs) assert.deepEqual((await engine.replay("local", runId)).difference, undefined, runId);
}
