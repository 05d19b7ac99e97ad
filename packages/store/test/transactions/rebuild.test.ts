import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createClock, createEngine, createIds, type PhaseOutcome } from "@haft/engine";
import type { EventDraft } from "@haft/engine/ports";
import { createFolderBlobs } from "../../src/blobs/folder-blobs.ts";
import { int, text } from "../../src/database/row.ts";
import { thisMachine } from "../../src/leases/machine.ts";
import { project } from "../../src/rows/project.ts";
import { drive } from "../../src/sqlite/drive.ts";
import { openDatabase } from "../../src/sqlite/open.ts";
import { openSqliteStore } from "../../src/sqlite-store.ts";
import { NO_MODELS, NO_TOOLS } from "../harness/no-models.ts";
import { call } from "../processes/call.ts";

const DERIVED = ["calls", "waits", "artifacts", "blobs"] as const;

test("the rows of calls, waits, artifacts and blobs can be made again from the events", async () => {
  const folder = await mkdtemp(join(tmpdir(), "haft-rebuild-"));
  const file = join(folder, "haft.db");
  await lead(file, folder);
  using database = openDatabase(file);
  const read = (): Record<string, unknown> =>
    Object.fromEntries(
      DERIVED.map((table) => [table, database.all(`select * from ${table}`).map((row) => ({ ...row }))]),
    );
  const before = read();
  for (const table of DERIVED) {
    assert.notEqual((before[table] as unknown[]).length, 0, table);
    database.script(`delete from ${table}`);
  }
  const sql =
    "select e.*, r.thread_id from events e join runs r using (tenant, run_id) order by e.at, e.tenant, e.run_id, e.seq";
  database.write(() => {
    for (const row of database.all(sql)) {
      const place = {
        tenant: text(row, "tenant"),
        runId: text(row, "run_id"),
        threadId: text(row, "thread_id"),
        seq: int(row, "seq"),
        at: int(row, "at"),
      };
      const event: EventDraft = JSON.parse(JSON.stringify({ type: row.type, data: JSON.parse(text(row, "data")) }));
      drive(database, project(place, event));
    }
  });
  assert.deepEqual(read(), before);
  await rm(folder, { recursive: true });
});

/** A little of everything: calls that end, ask, write artifacts and return large values. */
async function lead(file: string, folder: string): Promise<void> {
  await using store = await openSqliteStore({ file });
  await using engine = createEngine({
    store,
    clock: createClock(),
    ids: createIds(),
    blobs: createFolderBlobs(join(folder, "blobs")),
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
  await engine.cancelWait("local", second?.id ?? "", "bob");
  await engine.once();
}
