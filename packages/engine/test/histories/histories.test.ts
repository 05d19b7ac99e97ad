// Histories as earlier engines wrote them: whatever is changed, they are read, fold to the same states, and allow the same
// decisions. A file here is never edited.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { parseEvent } from "../../src/events/parse.ts";
import { decide } from "../../src/state/decide.ts";
import { evolve } from "../../src/state/evolve.ts";
import { unborn } from "../../src/state/run-state.ts";
import { standing } from "../../src/state/standing.ts";
import { checkLog } from "../checker/check-log.ts";

/** For each history: after each event the phase of its call and the keys of what may be done next, under its last fence. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "asked-slept-completed.jsonl": [
    "run.created: - | ",
    "tool.called: called | gate:1",
    "call.gated: gated | start:1:1",
    "tool.started: begun | ",
    "tool.log: begun | ",
    "tool.parked: parked | ",
    "wait.resolved: woken | resume:1:1:1",
    "tool.resumed: begun | ",
    "tool.log: begun | ",
    "tool.parked: parked | ",
    "wait.resolved: woken | resume:1:2:1",
    "tool.resumed: begun | ",
    "tool.result: settled | end",
    "run.completed: settled | ",
    "completed",
  ],
  "worker-lost.jsonl": [
    "run.created: - | ",
    "tool.called: called | gate:1",
    "call.gated: gated | start:1:1",
    "tool.started: begun | ",
    "run.recovered: begun | settle:1:orphan:1",
    "tool.result: settled | end",
    "run.error: settled | end",
    "run.failed: settled | ",
    "failed",
  ],
  "parked-cancelled.jsonl": [
    "run.created: - | ",
    "tool.called: called | gate:1",
    "call.gated: gated | start:1:1",
    "tool.started: begun | ",
    "tool.parked: parked | ",
    "run.cancelling: parked | end",
    "wait.cancelled: woken | end",
    "tool.result: settled | end",
    "run.cancelled: settled | ",
    "cancelled",
  ],
};

test("every history is told about, and every one that is told about is there", async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith(".jsonl"));
  assert.deepEqual(files.sort(), Object.keys(EXPECTED).sort());
});

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`${name} is read, folded and decided as when it was written`, async () => {
    const text = await readFile(new URL(name, import.meta.url), "utf8");
    const events = text
      .trim()
      .split("\n")
      .map((line) => parseEvent(JSON.parse(line)));
    assert.deepEqual(checkLog(events, []), []);
    let fence = 1;
    let state = unborn(events[0]?.runId ?? "");
    const short = shortener();
    const told = events.map((event) => {
      if (event.type === "run.recovered") fence = event.data.fence;
      state = evolve(state, event);
      const keys = decide(state, { now: state.at, fence }).map((effect) => short(effect.key));
      return `${event.type}: ${Object.values(state.calls)[0]?.phase.at ?? "-"} | ${keys.join(" ")}`;
    });
    assert.deepEqual([...told, standing(state).status], expected);
  });
}

/** Numbers in place of ids, in the order in which they come. */
function shortener(): (key: string) => string {
  const seen = new Map<string, Map<string, number>>();
  return (key) =>
    key.replace(/(call|wait)_\w+/g, (id, kind: string) => {
      const ids = seen.get(kind) ?? new Map<string, number>();
      seen.set(kind, ids);
      if (!ids.has(id)) ids.set(id, ids.size + 1);
      return String(ids.get(id));
    });
}
