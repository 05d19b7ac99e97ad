// How the command line tells what the engine refuses.

process.env.TZ = "Asia/Tokyo";

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, UnreadableEvent } from "@haft/engine";
import { asCommandError } from "../../src/runtime/as-command-error.ts";
import { CommandError } from "../../src/session/command-error.ts";

const ROWS: readonly (readonly [code: ConstructorParameters<typeof EngineError>[0], message: string, told: string])[] =
  [
    ["wait_settled", "wait wait_1 expired at 2030-01-01T00:01:00.000Z", "wait_1 expired at 2030-01-01 09:01:00"],
    [
      "run_ended",
      "run run_1 has ended already: failed at 2030-01-01T00:01:00.000Z",
      "run_1 has ended already: failed at 2030-01-01 09:01:00",
    ],
    // An answer is quoted as it was written.
    [
      "invalid_answer",
      '"run run_1 at 2030-01-01T00:01:00.000Z" is none of the choices',
      '"run run_1 at 2030-01-01T00:01:00.000Z" is none of the choices',
    ],
  ];

test("an event that cannot be read is damage to the store, and no fault of Haft", () => {
  const event = { runId: "run_1", seq: 2, at: 0, type: "tool.called", data: "{", v: 1 };
  const error = asCommandError(new UnreadableEvent(event, "its data are not JSON"));
  assert.ok(error instanceof CommandError);
  assert.equal(error.type, "unreadable_event");
  assert.equal(error.message, "event 2 of run_1 (tool.called) cannot be read: its data are not JSON");
  assert.match(error.hint ?? "", /put back a copy/);
});

for (const [code, message, told] of ROWS) {
  test(`${code} is told with its id once and times of this machine: ${told}`, () => {
    const error = asCommandError(new EngineError(code, message, "next"));
    assert.ok(error instanceof CommandError);
    assert.deepEqual([error.type, error.message, error.hint], [code, told, "next"]);
  });
}
