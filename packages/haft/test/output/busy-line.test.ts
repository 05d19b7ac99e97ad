import assert from "node:assert/strict";
import { test } from "node:test";
import { createPrinter } from "../../src/output/printer.ts";

function printerOn(stream: { isTTY?: boolean }, json = false) {
  const written: string[] = [];
  const err = { ...stream, write: (text: string) => void written.push(text) };
  return { printer: createPrinter({ write: () => {} }, err, { TERM: "xterm" }, json), written };
}

test("what takes longer than a second is said on a terminal, and makes way for messages", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { printer, written } = printerOn({ isTTY: true });
  {
    using _busy = printer.busy("reading");
    context.mock.timers.tick(999);
    assert.deepEqual(written, []);
    context.mock.timers.tick(1);
    assert.match(written.join(""), /reading … \d+ s/);
    printer.message("found\n");
    assert.deepEqual(written.slice(1), ["\r\u001b[K", "found\n"]);
  }
  context.mock.timers.tick(5_000);
  assert.equal(written.length, 3);
});

test("nothing is said of it where there is no terminal, or with --json", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const { printer, written } of [printerOn({}), printerOn({ isTTY: true }, true)]) {
    using _busy = printer.busy("reading");
    context.mock.timers.tick(5_000);
    assert.deepEqual(written, []);
  }
});
