// What a call may say is bounded, also where it forges its messages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../src/calls/conversation.ts";

test("log messages are kept up to the limit of a call's output, and the cut is told once", () => {
  const lines: (readonly [string, string])[] = [];
  const conversation = new Conversation(() => {}, { log: (level, text) => lines.push([level, text]) });
  for (let count = 0; count < 100_000; count++) conversation.hear({ type: "log", level: "info", text: "xxxxxxx" });
  assert.equal(lines.filter(([level]) => level === "info").length, (64 * 1024) / 8);
  assert.deepEqual(
    lines.filter(([level]) => level === "warning"),
    [["warning", "log lines over 64 KiB were left out from here on"]],
  );
});

test("a flood of progress is cut off", () => {
  let told = 0;
  const conversation = new Conversation(() => {}, { progress: () => told++ });
  for (let count = 0; count < 50_000; count++) conversation.hear({ type: "progress", fraction: 0.5 });
  assert.equal(told, 10_000);
});
