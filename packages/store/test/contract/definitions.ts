// Agents and models under their ids.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Open, START } from "./fixture.ts";

const SAVE = { tenant: "t", kind: "agent", id: "writer", definition: { instructions: "Write." }, by: "ada" } as const;

/** Saving and removing definitions. */
export function definitions(open: Open): void {
  test("a definition is kept as it was written, and each save makes a version", async () => {
    await using o = await open();
    assert.equal(await o.store.definition("t", "agent", "writer"), null);
    assert.deepEqual(await o.store.saveDefinition(SAVE), { ok: true, found: false, version: 1 });
    const definition = { b: 1, a: { z: [null, "\u0000 ü"], y: 0.1 } };
    assert.deepEqual(await o.store.saveDefinition({ ...SAVE, definition }), { ok: true, found: true, version: 2 });
    const saved = await o.store.definition("t", "agent", "writer");
    assert.deepEqual(saved, { id: "writer", definition, version: 2, savedBy: "ada", savedAt: START });
    assert.deepEqual(Object.keys(saved?.definition ?? {}), ["b", "a"]);
    assert.equal(await o.store.definition("t", "model", "writer"), null);
    assert.equal(await o.store.definition("u", "agent", "writer"), null);
  });

  test("definitions of a kind are listed by their ids", async () => {
    await using o = await open();
    for (const id of ["b", "A", "a"]) await o.store.saveDefinition({ ...SAVE, id });
    await o.store.saveDefinition({ ...SAVE, kind: "model", id: "m" });
    assert.deepEqual(
      (await o.store.definitions("t", "agent")).map((row) => row.id),
      ["A", "a", "b"],
    );
  });

  test("a definition is removed, once", async () => {
    await using o = await open();
    await o.store.saveDefinition(SAVE);
    const remove = { ...SAVE, definition: null };
    assert.deepEqual(await o.store.saveDefinition({ ...remove, ifMatch: 1 }), { ok: true, found: true, version: 1 });
    assert.equal(await o.store.definition("t", "agent", "writer"), null);
    assert.deepEqual(await o.store.saveDefinition(remove), { ok: true, found: false, version: 0 });
  });

  test("of saves that are based on one version the first wins, and the others see what is there", async () => {
    await using o = await open();
    const other = await o.another();
    for (const ifMatch of [0, 1]) {
      const replies = await Promise.all(
        [o.store, other, o.store, other].map((store, index) =>
          store.saveDefinition({ ...SAVE, definition: { index }, ifMatch }),
        ),
      );
      assert.equal(replies.filter((reply) => reply.ok).length, 1);
      for (const reply of replies) assert.equal(reply.ok || reply.current?.version, reply.ok || ifMatch + 1);
    }
  });
}
