// Limits of the server's own are never raised: the system refuses that, and no sandbox would start.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hardLimits } from "../../src/limits/hard-limits.ts";
import { processLimits } from "../../src/limits/process-limits.ts";
import { imageOf } from "../harness.ts";

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max file size             1024                 2048                 bytes
Max open files            32                   64                   files
Max address space         unlimited            unlimited            bytes
`;

test("hard limits are read by name, and what has none is left out", () => {
  assert.deepEqual(hardLimits(LIMITS), { RLIMIT_FSIZE: 2048, RLIMIT_NOFILE: 64 });
  assert.deepEqual(hardLimits(""), {});
});

test("a sandbox gets the lesser of its own limit and the server's", () => {
  const surroundings = { ownUserCount: true, memoryGroup: true };
  const image = imageOf("python", "return 1");
  const usual = processLimits(image, surroundings, {});
  const under = processLimits(image, surroundings, { RLIMIT_NOFILE: 64, RLIMIT_FSIZE: 1e12 });
  assert.deepEqual(under, { ...usual, RLIMIT_NOFILE: 64 });
  assert.equal(usual.RLIMIT_NOFILE, 256);
});
