// Whatever JSON goes in comes out the same, and whatever bytes come in place of a call, the next call is served.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { keyword, load, plan } from "./sandboxed-python.ts";

const SOURCE = "def same(value):\n    return value\n";
const PLANS = [plan("same", { parameters: [keyword("value", { kind: "any" })] })];

test("any JSON value crosses in both directions unchanged", async () => {
  await using module = await load(SOURCE, PLANS);
  const value = fc.jsonValue({ maxDepth: 6, stringUnit: "binary" });
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const sent = JSON.parse(JSON.stringify(given));
      assert.deepEqual((await module.ask("same", { value: sent })).value, sent);
    }),
    { numRuns: 150 },
  );
});

test("after any bytes the next call is served", async () => {
  await using module = await load(SOURCE, PLANS);
  const framed = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.jsonValue().map((value) => frame(Buffer.from(JSON.stringify(value)))),
    fc.uint8Array({ minLength: 2, maxLength: 64 }).map((bytes) => frame(Buffer.from(bytes))),
    fc
      .record({ type: fc.constantFrom("call", "result", "load"), tool: fc.jsonValue(), ctx: fc.jsonValue() })
      .map((message) => frame(Buffer.from(JSON.stringify(message)))),
  );
  await fc.assert(
    fc.asyncProperty(framed, async (bytes) => {
      module.call.sendRaw(completed(bytes));
      // The child may answer with an error (a call whose fields are wrong) before it ends.
      assert.equal((await module.control.next())?.type, "ended");
      assert.equal((await module.control.next())?.type, "waiting");
    }),
    { numRuns: 150 },
  );
});

function frame(body: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/** A frame that announces more than it holds would be waited for; one that announces less is followed by another. */
function completed(bytes: Buffer): Buffer {
  const size = bytes.readUInt32BE(0);
  const held = bytes.length - 4;
  if (size > 8 * 1024 * 1024 || size < 2) return bytes.subarray(0, 4);
  return Buffer.concat([bytes.subarray(0, 4 + Math.min(size, held)), Buffer.alloc(Math.max(0, size - held))]);
}
