// The time-out counts silence, not the length of a response.

import assert from "node:assert/strict";
import { it } from "node:test";
import { SilenceLimit } from "../../src/models/silence-limit.ts";

it("is over after so much silence, however often something was heard before", (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  using limit = new SilenceLimit(2);
  for (let count = 0; count < 10; count += 1) {
    test.mock.timers.tick(1999);
    limit.heard();
  }
  assert.equal(limit.signal.aborted, false);
  test.mock.timers.tick(2000);
  assert.equal(limit.signal.aborted, true);
});

it("ends nothing once it is disposed of", (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const limit = new SilenceLimit(2);
  limit[Symbol.dispose]();
  test.mock.timers.tick(10_000);
  assert.equal(limit.signal.aborted, false);
});
