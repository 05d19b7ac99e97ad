// A thousand calls, a hundred of which time out, crash or are cancelled, leave nothing.

import assert from "node:assert/strict";
import { it } from "node:test";
import { stop } from "esbuild";
import type { PhaseOutcome } from "../../src/calls/seat.ts";
import { callInside, imageOf, missingFor, sandboxesBy, temporaryFolder } from "../harness.ts";
import { controlGroups, descriptors, eventually, mountsOf, ownUser, processesOf, temporaries } from "./remains.ts";

const UID = ownUser(50_000);
const CALLS = 1_000;
const AT_ONCE = 12;

const PYTHON = imageOf(
  "python",
  `
import os, time
if given % 100 == 50:
    while True:
        pass
if given % 100 in (51, 52, 53, 54):
    os._exit(1)
if given % 100 in (55, 56):
    time.sleep(30)
print("call", given)
open("/tmp/file", "w").write("x")
return given`,
);
const TYPESCRIPT = imageOf(
  "typescript",
  `if (given % 100 === 57) for (;;); if (given % 100 === 58) process.reallyExit(1); if (given % 100 === 59) await new Promise((resolve) => setTimeout(resolve, 30_000)); return given`,
);

function expected(at: number): string {
  const place = at % 100;
  if (place === 50 || place === 57) return "timeout";
  if ((place >= 51 && place <= 54) || place === 58) return "killed";
  if (place === 55 || place === 56 || place === 59) return "cancelled";
  return "result";
}

it("1,000 calls of which 100 time out, crash or are cancelled leave nothing", {
  skip: missingFor("bubblewrap") || (process.getuid?.() === 0 ? false : "needs root, to count by user"),
}, async () => {
  // What its sandboxes mount lies here, and nothing of anybody else's.
  using state = temporaryFolder(0o711);
  const before = descriptors();
  const sandboxes = await sandboxesBy("bubblewrap", { user: String(UID), state: state.path, total: 16, perToolset: 8 });
  const counts: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < CALLS; at = next++) {
      const kind = expected(at);
      const place = at % 100;
      const image = place >= 57 && place <= 62 ? TYPESCRIPT : PYTHON;
      const signal = kind === "cancelled" ? AbortSignal.timeout(20) : undefined;
      const limit = kind === "timeout" ? { timeoutSeconds: 0.3 } : {};
      const outcome: PhaseOutcome = await callInside(sandboxes, image, at, limit, {}, signal);
      const came = outcome.kind === "error" ? outcome.error.type : outcome.kind;
      assert.equal(came, kind, `call ${at}: ${JSON.stringify(outcome)}`);
      if (outcome.kind === "result") assert.equal(outcome.value, at);
      counts[came] = (counts[came] ?? 0) + 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await sandboxes[Symbol.asyncDispose]();
  }
  assert.deepEqual(counts, { result: 900, timeout: 20, killed: 50, cancelled: 30 });
  await eventually(
    () => processesOf(UID),
    (found) => found.length === 0,
    "processes left",
  );
  await eventually(
    () => controlGroups(process.pid),
    (found) => found.length === 0,
    "control groups left",
  );
  // A state folder that is new has the runner's script built for it, by a process whose pipes are no sandbox's.
  await stop();
  await eventually(descriptors, (found) => found <= before, `descriptors, ${before} before`);
  assert.deepEqual(mountsOf(state.path), []);
  assert.deepEqual(temporaries(UID), []);
});
