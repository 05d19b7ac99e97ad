import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEvent } from "../../src/events/parse.ts";
import { MAX_PAYLOAD_BYTES, spill, unspill } from "../../src/events/spill.ts";
import { number } from "../../src/state/consequences.ts";

/** Blobs in memory. */
function memory(): { readonly kept: Map<string, Uint8Array>; readonly blobs: Parameters<typeof spill>[2] } {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    blobs: {
      async put(_tenant, bytes) {
        const digest = `blob-${kept.size}`;
        kept.set(digest, bytes);
        return digest;
      },
      async get(_tenant, digest) {
        const bytes = kept.get(digest);
        if (bytes === undefined) throw new Error(`no blob ${digest}`);
        return bytes;
      },
    },
  };
}

function result(value: string): Parameters<typeof spill>[0][number] {
  return { type: "tool.result", data: { callId: "call_1", ok: true, value, durationMs: 1 } };
}

test("a payload that fits stays as it is", async () => {
  const { kept, blobs } = memory();
  const draft = result("x".repeat(1_000));
  assert.deepEqual(await spill([draft], "t", blobs), [draft]);
  assert.equal(kept.size, 0);
});

test("the bound is bytes, not characters", async () => {
  const { kept, blobs } = memory();
  await spill([result("ü".repeat(MAX_PAYLOAD_BYTES / 2 + 1))], "t", blobs);
  assert.equal(kept.size, 1);
});

test("a value that is too large is a blob, and comes back when the event is read", async () => {
  const { blobs } = memory();
  const draft = result("x".repeat(MAX_PAYLOAD_BYTES));
  const [spilled] = await spill([draft], "t", blobs);
  assert.ok(JSON.stringify(spilled).length < 500);
  const [event] = number("run_1", spilled === undefined ? [] : [spilled], 1, 0);
  assert.ok(event !== undefined);
  const back = await unspill(event, "t", blobs);
  assert.deepEqual({ type: back.type, data: back.data }, draft);
});

test("of several values only those are moved that must be", async () => {
  const { kept, blobs } = memory();
  const config = { text: "c".repeat(MAX_PAYLOAD_BYTES) };
  const data = { kind: "call", tenant: "t", thread: "x", limits: {}, requestedBy: "a", engine: 1 } as const;
  const [spilled] = await spill([{ type: "run.created", data: { ...data, context: "small", config } }], "t", blobs);
  assert.equal(kept.size, 1);
  assert.ok(spilled?.type === "run.created");
  assert.equal(spilled.data.context, "small");
  assert.deepEqual(Object.keys(spilled.data.blobs ?? {}), ["config"]);
});

test("instructions and descriptors are blobs whatever their size, and come back", async () => {
  const { kept, blobs } = memory();
  const drafts: Parameters<typeof spill>[0] = [
    { type: "instructions.composed", data: { sources: ["agent.md"], digest: "i", text: "Be kind." } },
    { type: "tools.discovered", data: { digest: "t", names: ["publish"], tools: [{ name: "publish" }] } },
  ];
  const spilled = await spill(drafts, "t", blobs);
  assert.equal(kept.size, 2);
  assert.deepEqual(
    spilled.map(({ data }) => Object.keys(data).sort()),
    [
      ["blobs", "digest", "sources"],
      ["blobs", "digest", "names"],
    ],
  );
  const events = number("run_1", spilled, 1, 0);
  const back = await Promise.all(events.map((event) => unspill(event, "t", blobs)));
  assert.deepEqual(
    back.map(({ type, data }) => ({ type, data })),
    drafts,
  );
});

test("without them there is nothing to keep", async () => {
  const { kept, blobs } = memory();
  const draft = { type: "instructions.composed", data: { sources: [], digest: "i" } } as const;
  assert.deepEqual(await spill([draft], "t", blobs), [draft]);
  assert.equal(kept.size, 0);
});

test("what a model said is a blob where it is too large, and is read all the same", async () => {
  const { blobs } = memory();
  const usage = { inputTokens: 1, outputTokens: 1 };
  const call = { id: "c", name: "publish", arguments: "x".repeat(MAX_PAYLOAD_BYTES) };
  const data = {
    step: 1,
    attempt: 1,
    text: "",
    calls: [call],
    finishReason: "tool-calls",
    usage,
    latencyMs: 1,
  } as const;
  const [spilled] = await spill([{ type: "model.responded", data }], "t", blobs);
  const stored = { runId: "run_1", seq: 1, at: 0, type: "model.responded", data: JSON.stringify(spilled?.data), v: 1 };
  const back = await unspill(parseEvent(stored), "t", blobs);
  assert.deepEqual(back.data, data);
});
