// Histories as earlier engines wrote them are ones that today's code could have written.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { parseEvent } from "../../src/events/parse.ts";
import { LogCheck } from "../../src/replay/check-log.ts";
import { evolve } from "../../src/state/evolve.ts";
import { unborn } from "../../src/state/run-state.ts";

const folder = new URL("../histories/", import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));

test("there are histories", () => {
  assert.ok(files.length >= 4);
});

for (const file of files) {
  test(`${file} could have been written today`, async () => {
    const lines = (await readFile(new URL(file, folder), "utf8")).trim().split("\n");
    const events = lines.map((line) => parseEvent(JSON.parse(line)));
    const runId = events[0]?.runId ?? "";
    const check = new LogCheck(runId);
    let state = unborn(runId);
    for (const event of events) {
      assert.equal(check.next(state, event), null, `event ${event.seq}`);
      state = evolve(state, event);
    }
  });
}
