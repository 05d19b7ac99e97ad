// Frames: what is whole comes out, what is no frame is refused, however it is cut.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { encodeFrame, FrameReader, WireFault } from "../../src/wire/frames.ts";

const frame = (body: string | Buffer, length?: number) => {
  const bytes = Buffer.from(body);
  const header = Buffer.alloc(4);
  header.writeUInt32BE(length ?? bytes.length);
  return Buffer.concat([header, bytes]);
};

describe("frames", () => {
  it("come out whole, however the stream is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.array(fc.nat(40)), (messages, cuts) => {
        const sent = messages.map((message) => ({ type: "x", ...JSON.parse(JSON.stringify(message)) }));
        const stream = Buffer.concat(sent.map((message) => frame(JSON.stringify(message))));
        const reader = new FrameReader();
        const got: unknown[] = [];
        for (let at = 0, cut = 0; at < stream.length; cut += 1) {
          const size = (cuts[cut % Math.max(1, cuts.length)] ?? 7) + 1;
          got.push(...reader.push(stream.subarray(at, at + size)));
          at += size;
        }
        assert.deepEqual(got, sent);
        assert.equal(reader.partial, false);
      }),
      { numRuns: 200 },
    );
  });

  it("are written as they are read", () => {
    const message = { type: "cancel", callId: "ä" } as const;
    assert.deepEqual([...new FrameReader().push(encodeFrame(message))], [message]);
  });

  const REFUSED: readonly [string, Buffer][] = [
    ["an empty one", frame("")],
    ["one of a single byte", frame("1")],
    ["one over 8 MiB", frame("{}", 8 * 1024 * 1024 + 1)],
    ["text that is no JSON", frame("{nope}")],
    ["bytes that are no UTF-8", frame(Buffer.from([0x22, 0xff, 0x22]))],
    ["a list", frame("[]")],
    ["null", frame("null")],
  ];
  for (const [name, bytes] of REFUSED)
    it(`refuse ${name}`, () => {
      assert.throws(() => [...new FrameReader().push(bytes)], WireFault);
    });

  it("never make anything but messages and faults of random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          for (const message of new FrameReader().push(Buffer.from(bytes))) assert.equal(typeof message, "object");
        } catch (fault) {
          assert.ok(fault instanceof WireFault);
        }
      }),
    );
  });
});
