// Versions of toolsets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Open, START } from "./fixture.ts";

const SAVE = { tenant: "t", toolset: "desk", digest: "d1", language: "python", source: "s1", built: "b1", by: "ada" };

/** Transaction 13. */
export function toolsets(open: Open): void {
  test("versions are numbered, and old ones stay", async () => {
    await using o = await open();
    const first = await o.store.saveToolset({ ...SAVE, ifMatch: null });
    assert.deepEqual(first, {
      ok: true,
      saved: true,
      version: {
        toolset: "desk",
        version: "1",
        digest: "d1",
        language: "python",
        source: "s1",
        built: "b1",
        savedBy: "ada",
        savedAt: START,
      },
    });
    await o.store.saveToolset({ ...SAVE, digest: "d2", source: "s2" });
    assert.equal((await o.store.toolset("t", "desk"))?.version, "2");
    assert.equal((await o.store.toolset("t", "desk", "1"))?.source, "s1");
    assert.equal((await o.store.toolset("t", "desk", "d1"))?.version, "1");
    assert.equal(await o.store.toolset("t", "desk", "3"), null);
    assert.equal(await o.store.toolset("u", "desk"), null);
  });

  test("saving what is current makes no version", async () => {
    await using o = await open();
    await o.store.saveToolset(SAVE);
    const again = await o.store.saveToolset(SAVE);
    assert.equal(again.ok && again.saved, false);
    assert.equal((await o.store.toolset("t", "desk"))?.version, "1");
  });

  test("of saves that are based on one version one wins, and the others see what is current", async () => {
    await using o = await open();
    await o.store.saveToolset(SAVE);
    const digests = ["d2", "d3", "d4"];
    const replies = await Promise.all(digests.map((digest) => o.store.saveToolset({ ...SAVE, digest, ifMatch: "1" })));
    const won = digests[replies.findIndex((reply) => reply.ok)];
    const seen = replies.filter((reply) => !reply.ok).map((reply) => reply.current?.digest);
    assert.deepEqual(seen, [won, won]);
    assert.equal((await o.store.toolset("t", "desk"))?.digest, won);
    assert.equal((await o.store.saveToolset({ ...SAVE, digest: "d5", ifMatch: null })).ok, false);
  });
}
