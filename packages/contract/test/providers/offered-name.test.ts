// Names that models see: bare where free, else long; cut and hashed; settled ones never change.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { cutName, longName, offeredName } from "../../src/providers/offered-name.ts";

describe("the name of a tool that is offered", () => {
  it("is bare where it is free, else the long form", () => {
    assert.deepEqual(offeredName({ toolset: "desk", tool: "add" }, new Map()), { ok: true, name: "add" });
    const taken = new Map([["add", "other/add"]]);
    assert.deepEqual(offeredName({ toolset: "desk", tool: "add" }, taken), { ok: true, name: "desk__add" });
  });

  it("is the one that the binding gives", () => {
    assert.deepEqual(offeredName({ toolset: "desk", tool: "add", as: "plus" }, new Map()), { ok: true, name: "plus" });
  });

  it("is refused with both places where nothing is free", () => {
    const taken = new Map([["plus", "other/add"]]);
    const refused = offeredName({ toolset: "desk", tool: "add", as: "plus" }, taken);
    assert.ok(!refused.ok);
    assert.match(refused.message, /^desk\/add cannot be offered as plus: that is the name of other\/add/);
  });

  it("is at most 64 characters, and longer names stay apart", () => {
    const long = fc.string({ unit: fc.constantFrom("a", "b", "_"), minLength: 50, maxLength: 100 });
    fc.assert(
      fc.property(long, long, (a, b) => {
        assert.ok(cutName(a).length <= 64);
        assert.equal(cutName(a) === cutName(b), a === b);
      }),
    );
  });

  it("can be split again in its long form", () => {
    assert.equal(longName("my-desk", "a__b").split("__", 1)[0], "my-desk");
  });
});
