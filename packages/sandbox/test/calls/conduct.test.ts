// What a call comes to when its answer, the end of its process and the limits come in any order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { conduct } from "../../src/calls/conduct.ts";
import { Conversation } from "../../src/calls/conversation.ts";
import { LOST } from "../../src/calls/how-it-ended.ts";
import type { SeatCall } from "../../src/calls/seat.ts";

const CALL: SeatCall = {
  callId: "call_1",
  tool: "add",
  phase: "call",
  arguments: {},
  ctx: {
    ...{ tenantId: "local", sessionId: "thr_1", runId: "run_1", callId: "call_1", bundle: "sums" },
    ...{ config: {}, dataDir: null, workdir: null, idempotencyKey: "key" },
  },
  timeoutSeconds: 30,
};

/** A call that is under way, and what can become of it. */
function underWay(memoryIsOver = false) {
  const conversation = new Conversation(() => {}, {});
  const gone = Promise.withResolvers<string>();
  const broken = Promise.withResolvers<string>();
  let asked = 0;
  let ended = 0;
  const outcome = conduct(
    CALL,
    {
      conversation,
      guards: {
        watch: () => ({ [Symbol.dispose]: () => {} }),
        outOfMemory: () => {
          asked += 1;
          return memoryIsOver;
        },
      },
      end: () => {
        ended += 1;
      },
      cancel: () => {},
      gone: gone.promise,
      broken: broken.promise,
      memoryMiB: 512,
      processorSeconds: 62,
    },
    undefined,
  );
  return { conversation, gone, broken, outcome, asked: () => asked, ended: () => ended };
}

test("a call that has answered is not asked why its process ended", async () => {
  const call = underWay();
  call.conversation.hear({ type: "result", value: 3 });
  assert.deepEqual(await call.outcome, { kind: "result", value: 3 });
  call.gone.resolve("it left with exit code 0");
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(call.asked(), 0);
});

test("a process that ends without an answer is told by its end", async () => {
  const call = underWay();
  call.gone.resolve("it left with exit code 3");
  const outcome = await call.outcome;
  assert.equal(outcome.kind, "error");
  assert.deepEqual(outcome.kind === "error" && [outcome.error.type, outcome.error.message], [
    "killed",
    "add ended before it returned: it left with exit code 3",
  ]);
});

test("a process that was killed for its memory is told so", async () => {
  const call = underWay(true);
  call.gone.resolve("it was ended by SIGKILL");
  const outcome = await call.outcome;
  assert.equal(outcome.kind === "error" && outcome.error.type, "out_of_memory");
});

test("a call whose sandbox was ended with all others is lost, not failed by itself", async () => {
  const call = underWay();
  call.gone.resolve(LOST);
  const outcome = await call.outcome;
  assert.equal(outcome.kind === "error" && outcome.lost, true);
});

test("what is no message ends the process, and is the call's error", async () => {
  const call = underWay();
  call.broken.resolve("a frame that is not JSON");
  call.gone.resolve(LOST);
  const outcome = await call.outcome;
  assert.deepEqual(outcome.kind === "error" && [outcome.error.type, outcome.lost], ["protocol_error", undefined]);
  assert.equal(call.ended(), 1);
});
