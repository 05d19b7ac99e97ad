import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEvent, type StoredEvent } from "../../src/events/parse.ts";
import { agent, asks, calls, fails, requests, says, settles, votes, wants } from "../harness/agent-histories.ts";
import { called, created, gated, history, parked, started } from "../harness/histories.ts";

const STORED: StoredEvent = {
  runId: "run_1",
  seq: 3,
  at: 1_000,
  type: "run.cancelling",
  data: '{"by":"bob","reason":"late"}',
  v: 1,
};

test("an event comes back as it was written, frozen, with its time as text", () => {
  const event = parseEvent(STORED);
  assert.deepEqual(event, {
    runId: "run_1",
    seq: 3,
    at: "1970-01-01T00:00:01.000Z",
    type: "run.cancelling",
    data: { by: "bob", reason: "late" },
    v: 1,
  });
  assert.ok(Object.isFrozen(event));
});

test("whatever the engine writes it reads", () => {
  const agentRun = [
    ...agent({ script: [{ type: "approve" }] }),
    asks(),
    fails(),
    asks(1, 2),
    says(1, { attempt: 2 }),
    calls(1),
    wants(1),
    requests(1),
    votes("bob"),
    settles(),
    says("done"),
    { type: "clock.advanced", data: { seconds: 1, scriptStep: 0 } },
    { type: "tools.discovered", data: { digest: "t", names: [] } },
    { type: "message.assistant", data: { text: "done" } },
    { type: "tool.egress", data: { callId: "call_1", host: "a.example", port: 443, bytes: 1, allowed: true } },
  ] as const;
  for (const event of history(created(), called(), gated(), started(), parked(), ...agentRun)) {
    const stored = { ...event, at: Date.parse(event.at), data: JSON.stringify(event.data) };
    assert.deepEqual(parseEvent(stored), event);
  }
});

const UNREADABLE: readonly [string, Partial<StoredEvent>, string][] = [
  ["an event of a later version", { v: 2 }, "it has version 2, this engine knows version 1"],
  ["an unknown kind", { type: "run.paused" }, "its kind is not known to this engine"],
  ["a kind that is a property of every object", { type: "constructor" }, "its kind is not known to this engine"],
  ["data that are not JSON", { data: "{" }, "its data are not JSON"],
  ["data that are a list", { data: "[]" }, "its data are not an object"],
  ["a field of another type", { data: '{"by":1}' }, "`by` should be text"],
  [
    "a response without its calls",
    { type: "model.responded", data: '{"step":1,"attempt":1,"text":""}' },
    "`calls` should be list",
  ],
  ["a missing field", { data: "{}" }, "`by` should be text"],
];

for (const [title, change, why] of UNREADABLE) {
  test(`${title} is refused by its place`, () => {
    const stored = { ...STORED, ...change };
    assert.throws(() => parseEvent(stored), {
      name: "UnreadableEvent",
      message: `event 3 of run run_1 (${stored.type}) cannot be read: ${why}`,
    });
  });
}
