// Tenants take turns.

import assert from "node:assert/strict";
import { it } from "node:test";
import { FairQueue } from "../../src/pool/fair-order.ts";

const one = (tenant: string, name: string) => ({ tenant, name });

it("serves the first of each tenant before the second of any, and the one served last comes last", () => {
  const queue = new FairQueue<{ tenant: string; name: string }>();
  const all = [one("a", "a1"), one("a", "a2"), one("a", "a3"), one("b", "b1"), one("c", "c1"), one("c", "c2")];
  for (const waiting of all) queue.add(waiting);
  const names = () => queue.inOrder().map((waiting) => waiting.name);
  assert.deepEqual(names(), ["a1", "b1", "c1", "a2", "c2", "a3"]);
  queue.served(all[0] ?? one("", ""));
  assert.deepEqual(names(), ["b1", "c1", "a2", "c2", "a3"]);
  queue.remove(all[3] ?? one("", ""));
  assert.deepEqual(names(), ["c1", "a2", "c2", "a3"]);
  assert.equal(queue.size, 4);
});
