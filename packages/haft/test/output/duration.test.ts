import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration } from "../../src/output/duration.ts";
import { fromNow } from "../../src/output/moment.ts";

const spans: readonly [number, string][] = [
  [0, "0 ms"],
  [3.4, "3 ms"],
  [999, "999 ms"],
  [999.6, "1.0 s"],
  [1234, "1.2 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min"],
  [125_000, "2 min 5 s"],
  [3_600_000, "1 h"],
  [11_040_000, "3 h 4 min"],
  [525_600_000, "6 d 2 h"],
];

for (const [milliseconds, text] of spans) {
  test(`${milliseconds} milliseconds read as ${text}`, () => {
    assert.equal(formatDuration(milliseconds), text);
  });
}

test("a moment is told by its distance", () => {
  const now = Date.parse("2030-01-01T12:00:00Z");
  assert.equal(fromNow("2030-01-01T12:05:00Z", now), "in 5 min");
  assert.equal(fromNow("2029-12-31T12:00:00Z", now), "1 d ago");
  assert.equal(fromNow("2030-01-01T12:00:00.5Z", now), "now");
});
