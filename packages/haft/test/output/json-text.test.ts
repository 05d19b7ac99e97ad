// JSON that is printed drives no terminal, and says the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonText, visible } from "../../src/output/json-text.ts";

test("nothing in printed JSON drives a terminal, and it reads back as what it was", () => {
  const value = { text: "a\u001b[2J\u009b31m\u007f\u202e\u2066\u2028ü\ud83d\ude00\ud800" };
  for (const indent of [undefined, 2]) {
    const printed = jsonText(value, indent);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    assert.doesNotMatch(printed, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    assert.match(printed, /ü😀/);
    assert.deepEqual(JSON.parse(printed), value);
  }
});

test("what takes no room on the screen is seen where somebody decides, and reads back as what it was", () => {
  const value = { text: "pay\u200bload\u2060\ufeff\u00ad\u3164\u{E0041}ü😀" };
  const printed = visible(jsonText(value));
  assert.equal(printed, String.raw`{"text":"pay\u200bload\u2060\ufeff\u00ad\u3164\udb40\udc41ü😀"}`);
  assert.deepEqual(JSON.parse(printed), value);
});
