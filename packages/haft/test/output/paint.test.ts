import assert from "node:assert/strict";
import { test } from "node:test";
import { paintFor } from "../../src/output/paint.ts";
import { plainLine, plainText } from "../../src/output/plain-text.ts";

test("colours are for terminals whose user wants them", () => {
  assert.notEqual(paintFor({ isTTY: true }, { TERM: "xterm" }).error("x"), "x");
  assert.equal(paintFor({ isTTY: true }, { TERM: "xterm", NO_COLOR: "1" }).error("x"), "x");
  assert.equal(paintFor({ isTTY: true }, { TERM: "dumb" }).error("x"), "x");
  assert.equal(paintFor({}, { TERM: "xterm", FORCE_COLOR: "1" }).error("x"), "x");
});

test("text from elsewhere keeps its lines and loses what drives a terminal", () => {
  assert.equal(plainText("a\r\nb\tc\u001b[2Jd\u001b]8;;http://x\u0007e\u0000"), "a\nb\tcde\ufffd");
  assert.equal(plainLine("a\n   b\tc"), "a b c");
});
