import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SEQUENCES, type Sequences, sequencesOf, withSequence } from "../../src/state/sequences.ts";

function grown(length: number): Sequences {
  let sequences = NO_SEQUENCES;
  for (let seq = 1; seq <= length; seq++) sequences = withSequence(sequences, seq);
  return sequences;
}

test("what was added is listed in its order", () => {
  for (const length of [0, 1, 31, 32, 33, 1_023, 1_024, 1_025, 40_000]) {
    assert.deepEqual(
      sequencesOf(grown(length)),
      Array.from({ length }, (_, index) => index + 1),
    );
  }
});

test("adding one leaves the list before it as it was, and copies a few entries, however long it is", () => {
  for (const length of [10, 1_000, 100_000]) {
    const before = grown(length);
    const text = JSON.stringify(before);
    const after = withSequence(before, length + 1);
    assert.equal(JSON.stringify(before), text);
    const shared = new Set<unknown>(before.flat());
    const copied = after.flat().filter((node) => typeof node !== "number" && !shared.has(node)).length;
    const entries = after.reduce((sum, level) => sum + level.length, after.length);
    assert.ok(copied <= 4 && entries <= 32 * after.length && after.length <= 4, `${copied} copied, ${entries} entries`);
  }
});

test("it survives being kept as JSON", () => {
  const kept: Sequences = JSON.parse(JSON.stringify(grown(1_000)));
  assert.deepEqual(withSequence(kept, 1_001), grown(1_001));
});
