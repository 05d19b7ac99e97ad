import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Turns } from "../../src/postgres/turns.ts";

test("no more have a turn than there are, and the others come in their order", async () => {
  const turns = new Turns(2);
  const order: number[] = [];
  const all = [1, 2, 3, 4].map((name) => turns.take().then(() => order.push(name)));
  await setImmediate();
  assert.deepEqual(order, [1, 2]);
  turns.giveBack();
  await setImmediate();
  assert.deepEqual(order, [1, 2, 3]);
  turns.giveBack();
  turns.giveBack();
  await Promise.all(all);
  turns.giveBack();
  await Promise.all([turns.take(), turns.take()]);
  assert.deepEqual(order, [1, 2, 3, 4]);
});
