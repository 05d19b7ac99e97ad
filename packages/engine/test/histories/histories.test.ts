// Histories as earlier engines wrote them: whatever is changed, they are read, fold to the same states, and allow the same
// decisions; and what is lived the same way is written the same way. A file here is never edited.

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { parseEvent } from "../../src/events/parse.ts";
import { decide } from "../../src/state/decide.ts";
import { evolve } from "../../src/state/evolve.ts";
import { unborn } from "../../src/state/run-state.ts";
import { standing } from "../../src/state/standing.ts";
import { checkLog } from "../checker/check-log.ts";
import { fixture } from "../harness/fixture.ts";
import { SCENES } from "./scenes.ts";

/** For each history: after each event the phases of its calls and the keys of what may be done next, under its last fence. */
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
  "four-calls.jsonl": [
    "run.created: - | compose",
    "message.user: - | compose",
    "instructions.composed: - | ask:1:1",
    "tools.discovered: - | ask:1:1",
    "model.requested: - | ",
    "model.responded: - | admit:1",
    "tool.called: called | gate:1",
    "tool.called: called, called | gate:1 gate:2",
    "tool.called: called, called, called | gate:1 gate:2 gate:3",
    "tool.called: called, called, called, called | gate:1 gate:2 gate:3 gate:4",
    "call.gated: gated, called, called, called | start:1:1 gate:2 gate:3 gate:4",
    "call.gated: gated, gated, called, called | start:1:1 start:2:1 gate:3 gate:4",
    "call.gated: gated, gated, gated, called | start:1:1 start:2:1 start:3:1 gate:4",
    "call.gated: gated, gated, gated, gated | start:1:1 start:2:1 start:3:1 request:4",
    "approval.requested: gated, gated, gated, asked | start:1:1 start:2:1 start:3:1",
    "tool.started: begun, gated, gated, asked | start:2:1 start:3:1",
    "tool.started: begun, begun, gated, asked | start:3:1",
    "tool.started: begun, begun, begun, asked | ",
    "tool.result: settled, begun, begun, asked | ",
    "tool.result: settled, settled, begun, asked | ",
    "tool.parked: settled, settled, parked, asked | ",
    "approval.decided: settled, settled, parked, asked | ",
    "wait.resolved: settled, settled, parked, approved | ",
    "wait.resolved: settled, settled, woken, approved | resume:3:1:1",
    "tool.resumed: settled, settled, begun, approved | ",
    "tool.result: settled, settled, settled, approved | start:4:1",
    "tool.started: settled, settled, settled, begun | ",
    "tool.result: settled, settled, settled, settled | ask:2:1",
    "model.requested: - | ",
    "model.responded: - | end",
    "message.assistant: - | end",
    "run.completed: - | ",
    "completed",
  ],
  "denied-failed.jsonl": [
    "run.created: - | compose",
    "message.user: - | compose",
    "instructions.composed: - | ask:1:1",
    "tools.discovered: - | ask:1:1",
    "model.requested: - | ",
    "model.responded: - | admit:1",
    "tool.called: called | gate:1",
    "call.gated: gated | request:1",
    "approval.requested: asked | ",
    "approval.decided: asked | ",
    "wait.resolved: denied | settle:1:denied",
    "tool.result: settled | ask:2:1",
    "model.requested: - | ",
    "model.responded: - | admit:2",
    "tool.called: called | gate:2",
    "call.gated: gated | start:2:1",
    "tool.started: begun | ",
    "tool.result: settled | ask:3:1",
    "model.requested: - | ",
    "model.responded: - | admit:3",
    "tool.called: called | gate:3",
    "call.gated: gated | start:3:1",
    "tool.started: begun | ",
    "tool.result: settled | ask:4:1",
    "model.requested: - | ",
    "model.responded: - | admit:4",
    "tool.called: called | gate:4",
    "call.gated: gated | start:4:1",
    "tool.started: begun | ",
    "tool.result: settled | end",
    "run.error: settled | end",
    "run.failed: settled | ",
    "failed",
  ],
  "asked-again.jsonl": [
    "run.created: - | compose",
    "message.user: - | compose",
    "instructions.composed: - | ask:1:1",
    "tools.discovered: - | ask:1:1",
    "model.requested: - | ",
    "model.failed: - | ",
    "model.requested: - | ",
    "run.recovered: - | ask:1:3",
    "model.requested: - | ",
    "model.responded: - | admit:1",
    "tool.called: called | gate:1",
    "call.gated: gated | start:1:1",
    "tool.started: begun | ",
    "tool.parked: parked | ",
    "wait.resolved: woken | resume:1:1:1",
    "tool.resumed: begun | ",
    "tool.result: settled | ask:2:1",
    "model.requested: - | ",
    "model.responded: - | end",
    "message.assistant: - | end",
    "run.completed: - | ",
    "completed",
  ],
  "script-went-through.jsonl": [
    "run.created: - | compose",
    "message.user: - | compose",
    "instructions.composed: - | ask:1:1",
    "tools.discovered: - | ask:1:1",
    "model.requested: - | ",
    "model.responded: - | admit:1",
    "tool.called: called | gate:1",
    "call.gated: gated | request:1",
    "approval.requested: asked | script:1",
    "approval.decided: asked | ",
    "wait.resolved: approved | start:1:1",
    "tool.started: begun | ",
    "tool.result: settled | ask:2:1",
    "model.requested: - | ",
    "model.responded: - | admit:2",
    "tool.called: called | gate:2",
    "call.gated: gated | start:2:1",
    "tool.started: begun | ",
    "tool.parked: parked | script:3",
    "clock.advanced: parked | due:1",
    "wait.resolved: woken | resume:2:1:1",
    "tool.resumed: begun | ",
    "tool.result: settled | ask:3:1",
    "model.requested: - | ",
    "model.responded: - | admit:3",
    "tool.called: called | gate:3",
    "call.gated: gated | start:3:1",
    "tool.started: begun | ",
    "tool.parked: parked | script:5",
    "wait.resolved: woken | resume:3:2:1",
    "tool.resumed: begun | ",
    "tool.result: settled | ask:4:1",
    "model.requested: - | ",
    "model.responded: - | end",
    "message.assistant: - | end",
    "run.completed: - | ",
    "completed",
  ],
  "edited-cancelled.jsonl": [
    "run.created: - | compose",
    "message.user: - | compose",
    "instructions.composed: - | ask:1:1",
    "tools.discovered: - | ask:1:1",
    "model.requested: - | ",
    "model.responded: - | admit:1",
    "tool.called: called | gate:1",
    "arguments.repaired: called | gate:1",
    "call.gated: gated | request:1",
    "approval.requested: asked | ",
    "approval.decided: asked | ",
    "wait.resolved: called | gate:1",
    "call.gated: gated | request:1",
    "approval.requested: asked | ",
    "approval.decided: asked | ",
    "wait.resolved: approved | start:1:1",
    "tool.started: begun | ",
    "tool.parked: parked | ",
    "run.cancelling: parked | end",
    "wait.cancelled: woken | end",
    "tool.result: settled | end",
    "run.cancelled: settled | ",
    "cancelled",
  ],
  "shared-asked-again.jsonl": [
    "run.created: - | compose",
    "message.user: - | compose",
    "instructions.composed: - | ask:1:1",
    "tools.discovered: - | ask:1:1",
    "model.requested: - | ",
    "model.responded: - | admit:1",
    "tool.called: called | gate:1",
    "call.gated: gated | request:1",
    "approval.requested: asked | ",
    "approval.decided: asked | ",
    "wait.resolved: approved | start:1:1",
    "tool.started: begun | ",
    "tool.parked: parked | ",
    "wait.resolved: woken | gate:1",
    "call.gated: gated | request:1",
    "approval.requested: asked | ",
    "approval.decided: asked | ",
    "wait.resolved: approved | resume:1:1:1",
    "tool.resumed: begun | ",
    "tool.result: settled | ask:2:1",
    "model.requested: - | ",
    "model.responded: - | end",
    "message.assistant: - | end",
    "run.completed: - | ",
    "completed",
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
      const phases = Object.values(state.calls).map((call) => call.phase.at);
      return `${event.type}: ${phases.join(", ") || "-"} | ${keys.join(" ")}`;
    });
    assert.deepEqual([...told, standing(state).status], expected);
  });
}

for (const [name, scene] of Object.entries(SCENES)) {
  test(`${name} is lived by today's engine as it was then`, async () => {
    await using f = await fixture();
    const lived = await f.store.events("local", await scene(f), 0, 10_000);
    const file = new URL(`${name}.jsonl`, import.meta.url);
    const lines = lived.map(({ runId, seq, at, type, v, data }) => JSON.stringify({ runId, seq, at, type, v, data }));
    // A new scene is recorded by naming it, once: what is there is never written again.
    if (process.env.RECORD_HISTORY === name) await writeFile(file, `${lines.join("\n")}\n`, { flag: "wx" });
    const kept = (await readFile(file, "utf8")).trim().split("\n");
    assert.deepEqual(
      lived.map(({ type }) => type),
      kept.map((line) => JSON.parse(line).type),
    );
    assert.deepEqual(checkLog(lived.map(parseEvent), []), []);
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
