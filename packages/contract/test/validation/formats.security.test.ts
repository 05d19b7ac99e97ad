// No format keeps whoever holds a text against it busy, however long the text is.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { validate } from "../../src/validation/index.ts";
import { answered } from "./answered.ts";

/** Whoever waits for an answer that never comes stops then. */
const timeout = 60_000;

describe("url", () => {
  it("is told of addresses as long as anybody has", () => {
    assert.equal(validate({ type: "string", format: "url" }, `https://example.org/${"a".repeat(8_000)}`).ok, true);
    assert.equal(validate({ type: "string", format: "url" }, "https:/example.org").ok, false);
  });

  it("is answered at once for a text that it would go over again and again", { timeout }, async ({ signal }) => {
    const result = await answered({ type: "string", format: "url" }, `http://[${":".repeat(900_000)}`, signal);
    assert.equal(result.ok, false);
  });
});
