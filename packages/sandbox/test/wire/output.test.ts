// Output by lines, until the marker; bounded, whatever is written.

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe, it } from "node:test";
import { OUTPUT_LIMIT, OutputAllowance, OutputCapture } from "../../src/wire/output.ts";

const MARKER = "--marker--";

function capture() {
  const stream = new PassThrough();
  const output = new OutputCapture(stream, MARKER);
  const lines: string[] = [];
  const allowance = new OutputAllowance();
  output.attach((text) => lines.push(text), allowance);
  return { stream, output, lines, allowance };
}

describe("captured output", () => {
  it("comes in lines, also where characters and lines are cut by the stream", async () => {
    const { stream, output, lines } = capture();
    for (const byte of Buffer.from(`grün\nzwei\n\n${MARKER}\n`)) stream.write(Buffer.from([byte]));
    await output.complete();
    assert.deepEqual(lines, ["grün", "zwei", ""]);
  });

  it("ends at the marker, also straight after a line without an end", async () => {
    const { stream, output, lines } = capture();
    stream.write(`no end${MARKER}\nof the next call\n`);
    await output.complete();
    assert.deepEqual(lines, ["no end"]);
  });

  it("says a line without an end before the marker when it is flushed, but nothing of the marker", async () => {
    const { stream, output, lines } = capture();
    stream.write(`no end${MARKER.slice(0, 4)}`);
    output.flush();
    assert.deepEqual(lines, ["no end"]);
    stream.write(`${MARKER.slice(4)}\n`);
    await output.complete();
    assert.deepEqual(lines, ["no end"]);
  });

  it("does not end at something that only looks like the marker", async () => {
    const { stream, output, lines } = capture();
    stream.write(`${MARKER} \n-${MARKER}-\n${MARKER}\n`);
    await output.complete();
    assert.deepEqual(lines, [`${MARKER} `, `-${MARKER}-`]);
  });

  it("is kept up to its limit, and the marker is still found after it", async () => {
    const { stream, output, lines, allowance } = capture();
    for (let at = 0; at < 40; at += 1) stream.write(Buffer.alloc(10_000, 0x78));
    stream.write(`${MARKER}\n`);
    await output.complete();
    const kept = lines.reduce((sum, line) => sum + line.length, 0);
    assert.ok(kept <= OUTPUT_LIMIT && kept > OUTPUT_LIMIT / 2, String(kept));
    assert.ok(allowance.dropped > 300_000);
  });

  it("ends with its stream, and what had no end is a line", async () => {
    const { stream, output, lines } = capture();
    stream.end("last");
    await output.complete();
    assert.deepEqual(lines, ["last"]);
  });

  it("that came before the first call comes with it", async () => {
    const stream = new PassThrough();
    const output = new OutputCapture(stream, MARKER);
    stream.write("at import\n");
    await new Promise((resolve) => setImmediate(resolve));
    const lines: string[] = [];
    output.attach((text) => lines.push(text), new OutputAllowance());
    stream.write(`in the call\n${MARKER}\n`);
    await output.complete();
    assert.deepEqual(lines, ["at import", "in the call"]);
  });
});
