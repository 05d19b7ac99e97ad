import assert from "node:assert/strict";
import { test } from "node:test";
import { createPrinter } from "../../src/output/printer.ts";

function printerOn(stream: { isTTY?: boolean }, json = false, environment: NodeJS.ProcessEnv = { TERM: "xterm" }) {
  const written: string[] = [];
  const err = { ...stream, write: (text: string) => void written.push(text) };
  return { printer: createPrinter({ write: () => {} }, err, environment, json), written };
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

test("it is said without colours, too", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { printer, written } = printerOn({ isTTY: true }, false, { TERM: "xterm", NO_COLOR: "1" });
  using _busy = printer.busy("reading");
  context.mock.timers.tick(1_000);
  assert.match(written.join(""), /^reading … \d+ s$/);
});

test("nothing is said of it where there is no terminal or a dumb one, or with --json", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const dumb = printerOn({ isTTY: true }, false, { TERM: "dumb" });
  for (const { printer, written } of [printerOn({}), printerOn({ isTTY: true }, true), dumb]) {
    using _busy = printer.busy("reading");
    context.mock.timers.tick(5_000);
    assert.deepEqual(written, []);
  }
});
