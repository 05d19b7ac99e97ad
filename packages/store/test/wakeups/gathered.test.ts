import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { gathered } from "../../src/wakeups/gathered.ts";

test("what is told is called at once, and all that is told in the span after it once, at its end", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    let calls = 0;
    const tell = gathered(() => {
      calls += 1;
    }, 1_000_000);
    tell();
    assert.equal(calls, 1);
    for (let told = 0; told < 3; told++) tell();
    assert.equal(calls, 1);
    mock.timers.tick(1_000_000);
    assert.equal(calls, 2);
    mock.timers.tick(1_000_000);
    assert.equal(calls, 2);
  } finally {
    mock.timers.reset();
  }
});
