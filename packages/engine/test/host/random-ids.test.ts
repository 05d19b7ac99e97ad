import assert from "node:assert/strict";
import { test } from "node:test";
import { createIds } from "../../src/index.ts";

const SHAPE = /^run_([0-9a-hjkmnp-tv-z]{4})([0-9a-hjkmnp-tv-z]{2})([0-9a-hjkmnp-tv-z]{12})$/;

function parts(id: string): { readonly shared: string; readonly count: string; readonly own: string } {
  const [, shared = "", count = "", own = ""] = SHAPE.exec(id) ?? assert.fail(id);
  return { shared, count, own };
}

test("ids have their kind in front and the same letters behind it", () => {
  const ids = createIds();
  for (const kind of ["run", "call", "wait", "thr", "wrk", "app"] as const) {
    assert.match(ids.next(kind).replace(`${kind}_`, "run_"), SHAPE);
  }
});

test("ids that are made close together share their first letters and count up, whatever their kinds; others do not", () => {
  const clock = { now: 0 };
  const ids = createIds(() => clock.now);
  const first = parts(ids.next("run"));
  clock.now = 999;
  assert.ok(ids.next("call").startsWith(`call_${first.shared}01`));
  assert.equal(parts(ids.next("run")).count, "02");
  clock.now = 1_000;
  const later = parts(ids.next("run"));
  assert.notEqual(later.shared, first.shared);
  assert.equal(later.count, "00");
});

test("of very many that are made at once each follows the one before it, and every thousand lies elsewhere", () => {
  const ids = createIds(() => 0);
  const made = Array.from({ length: 5_000 }, () => ids.next("run"));
  assert.equal(new Set(made).size, made.length);
  const groups = Map.groupBy(made, (id) => parts(id).shared);
  assert.deepEqual(
    [...groups.values()].map((group) => group.length),
    [1_024, 1_024, 1_024, 1_024, 904],
  );
  for (const group of groups.values()) assert.deepEqual(group, group.toSorted());
});

test("nothing that is an id's own can be told from its neighbours'", () => {
  const ids = createIds(() => 0);
  const own = Array.from({ length: 2_000 }, () => parts(ids.next("run")).own);
  assert.equal(new Set(own).size, own.length);
  // Every letter at every place, about as often as any other: 2,000 / 32 of each is 62.5.
  for (let place = 0; place < 12; place++) {
    const counts = [...Map.groupBy(own, (letters) => letters[place]).values()].map((some) => some.length);
    assert.equal(counts.length, 32);
    assert.ok(Math.min(...counts) > 15 && Math.max(...counts) < 140, String(counts));
  }
});

test("the ids of appends, which are keys of nothing, have nothing in common", () => {
  const ids = createIds(() => 0);
  assert.notEqual(ids.next("app").slice(0, 10), ids.next("app").slice(0, 10));
});
