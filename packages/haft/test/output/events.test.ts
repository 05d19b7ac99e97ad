// Every kind of event has words, and a log of another engine is printed all the same.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventType } from "@haft/engine";
import type { JsonObject } from "@haft/sdk/wire";
import { eventLines } from "../../src/output/event.ts";
import { CallNames } from "../../src/output/events/names.ts";
import { eventSummary } from "../../src/output/events/summary.ts";
import { paintFor } from "../../src/output/paint.ts";
import type { RunEvent } from "../../src/session/run.ts";

const call = { callId: "call_1" };
const wait = { ...call, waitId: "wait_1" };

const WORDS: Readonly<Record<EventType, readonly [data: JsonObject, words: string]>> = {
  "run.created": [
    {
      kind: "agent",
      agent: "desk",
      input: "Hi",
      requestedBy: "ada",
      script: [{}],
      rerunOf: { runId: "run_0", seq: 4 },
    },
    'agent desk "Hi" by ada, a script of 1 step, shares run_0 up to 4',
  ],
  "run.recovered": [{ fence: 2, lost: "w_1", orphans: ["call_1"] }, "from w_1, in flight: call_1"],
  "run.cancelling": [{ by: "ada", reason: "enough" }, "by ada: enough"],
  "instructions.composed": [
    { sources: ["prompt.md", "skills"], digest: "0123456789abcdef" },
    "from prompt.md, skills · 0123456789ab",
  ],
  "tools.discovered": [
    { names: ["a", "b"], missing: [{ name: "c", reason: "does not read" }] },
    "a, b; missing c (does not read)",
  ],
  "message.user": [{ text: "call a tool", from: "haft" }, "reminded: call a tool"],
  "message.assistant": [{ text: "Done." }, "Done."],
  "model.requested": [{ step: 2, provider: "openai", model: "m", attempt: 2 }, "openai/m, step 2, attempt 2"],
  "model.responded": [
    {
      text: "I look.",
      calls: [{ name: "a" }],
      finishReason: "calls",
      usage: { inputTokens: 3, outputTokens: 4 },
      latencyMs: 5,
    },
    "I look. · a · calls · 3 + 4 tokens · 5 ms",
  ],
  "model.failed": [
    { error: { type: "rate_limited", message: "slow down" }, retryAt: "2030-01-01T12:00:00Z" },
    "rate_limited: slow down; again at 2030-01-01 12:00:00",
  ],
  "tool.called": [{ ...call, toolset: "desk", tool: "x", arguments: { a: 1 } }, 'desk/x {"a":1}'],
  "arguments.repaired": [{ ...call, changes: [{ path: "a", from: "1", to: 1 }] }, 'desk/x a: "1" → 1'],
  "call.gated": [{ ...call, verdict: "ask", policies: ["p"], reason: "money" }, "desk/x needs approval, by p: money"],
  "approval.requested": [{ ...wait, arguments: { a: 1 }, reason: "money" }, 'desk/x {"a":1}: money · wait_1'],
  "approval.decided": [
    { ...wait, decision: "approved", by: "ada", counts: { have: 1, need: 2 }, arguments: { a: 2 }, reason: "ok" },
    'approved by ada (1 of 2), with {"a":2}: ok · wait_1',
  ],
  "tool.started": [
    { ...call, attempt: 2, isolation: "namespaces", approval: "wait_1" },
    "desk/x · namespaces, attempt 2, approved by wait_1",
  ],
  "tool.resumed": [{ ...wait, end: "timeout", attempt: 1 }, "desk/x goes on after its time-out · wait_1"],
  "tool.log": [{ ...call, stream: "stdout", text: "x" }, "desk/x stdout | x"],
  "tool.progress": [{ ...call, fraction: 0.5, message: "half" }, "desk/x 50 % half"],
  "tool.egress": [{ ...call, host: "h", port: 443, bytes: 9, allowed: false }, "desk/x h:443, refused"],
  "tool.parked": [
    { ...wait, kind: "time", time: "2030-01-01T12:00:00Z" },
    "desk/x waits until 2030-01-01 12:00:00 · wait_1",
  ],
  "wait.resolved": [
    { ...wait, kind: "answer", by: "ada", payload: { response: "yes" } },
    'answer by ada: "yes" · wait_1',
  ],
  "wait.expired": [{ ...wait, kind: "signal", payload: {} }, "signal · wait_1"],
  "wait.cancelled": [{ ...wait, kind: "time", by: "ada", payload: { reason: "no" } }, "time by ada: no · wait_1"],
  "artifact.written": [
    { ...call, path: "a.txt", version: 2, size: 3, mimeType: "text/plain" },
    "a.txt, version 2, 3 bytes of text/plain",
  ],
  "tool.result": [
    { ...call, ok: false, error: { type: "E", message: "no", hint: "do" }, durationMs: 3 },
    "desk/x failed: E: no; do (3 ms)",
  ],
  "tool.late_result": [{ ...call, ok: true, value: 1, durationMs: 3 }, "desk/x 1 (3 ms), too late to count"],
  "clock.advanced": [{ seconds: 60, scriptStep: 1 }, "by 60 s"],
  "budget.exceeded": [{ limit: "maxSteps", used: 20, allowed: 20 }, "maxSteps: 20 of 20"],
  "run.error": [{ error: { type: "loop", message: "again" } }, "loop: again"],
  "run.completed": [{ output: "Done." }, '"Done."'],
  "run.failed": [{ error: { type: "loop", message: "again" } }, "loop: again"],
  "run.cancelled": [{ by: "ada" }, "by ada"],
};

function event(type: string, data: JsonObject): RunEvent {
  return { runId: "run_1", seq: 7, at: "2030-01-01T11:59:00.000Z", type, data, v: 1 };
}

for (const [type, [data, words]] of Object.entries(WORDS)) {
  test(`${type} says: ${words}`, () => {
    const names = new CallNames();
    names.know("call_1", "desk/x");
    assert.equal(eventSummary(event(type, data), names), words);
  });

  test(`${type} without the data it should have is printed all the same`, () => {
    assert.equal(typeof eventSummary(event(type, {}), new CallNames()), "string");
  });
}

test("a kind that is not known is printed as it is, also one that is named like a property of every object", () => {
  for (const type of ["tool.teleported", "constructor"]) {
    assert.equal(eventSummary(event(type, { a: 1 }), new CallNames()), '{"a":1}');
  }
});

test("a line has number, time and kind, names the tool once it is known, and cannot drive the terminal", () => {
  const line = eventLines(paintFor({}, {}), undefined);
  assert.equal(
    line(event("tool.log", { ...call, stream: "stdout", text: "a\u001b[2J\nb" })),
    "   7  2030-01-01T11:59:00.000Z  tool.log               call_1 stdout | a b\n",
  );
  line(event("tool.called", { ...call, toolset: "desk", tool: "x" }));
  assert.match(
    line(event("tool.started", { ...call, isolation: "namespaces" })),
    /tool\.started +desk\/x · namespaces\n$/,
  );
});
