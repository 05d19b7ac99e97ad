// Policies and their revision.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Policy } from "@haft/engine/ports";
import { send } from "../../src/database/work.ts";
import type { Open } from "./fixture.ts";

const DENY: Policy = { id: "p", match: "desk/*", effect: "deny", enabled: true };

/** Transaction 14. */
export function policies(open: Open): void {
  test("every save raises the tenant's revision, and no other's", async () => {
    await using o = await open();
    assert.deepEqual(await o.store.policies("t"), { revision: 0, policies: [] });
    const save = { tenant: "t", id: "p", policy: DENY, by: "ada" };
    assert.deepEqual(await o.store.savePolicy(save), { revision: 1, found: false });
    const changed = { ...DENY, enabled: false, when: 'arguments.to == "bob" && tenant != "ü\u0000"' };
    assert.deepEqual(await o.store.savePolicy({ ...save, policy: changed }), { revision: 2, found: true });
    await o.store.savePolicy({ ...save, id: "a", policy: { ...DENY, id: "a" } });
    assert.deepEqual(await o.store.policies("t"), {
      revision: 3,
      policies: [
        { id: "a", policy: { ...DENY, id: "a" } },
        { id: "p", policy: changed },
      ],
    });
    assert.deepEqual(await o.store.policies("u"), { revision: 0, policies: [] });
  });

  test("a policy that was changed by hand is handed out as it is, for whoever parses it", async () => {
    await using o = await open();
    for (const id of ["a", "b"]) await o.store.savePolicy({ tenant: "t", id, policy: DENY, by: "ada" });
    await o.perform(() => send("update policies set policy = '{\"effect\":\"no' where policy_id = 'a'", {}));
    await o.perform(() => send("update policies set policy = '{\"effect\":\"no\"}' where policy_id = 'b'", {}));
    assert.deepEqual((await o.store.policies("t")).policies, [
      { id: "a", policy: '{"effect":"no' },
      { id: "b", policy: { effect: "no" } },
    ]);
  });

  test("removing a policy is a change as well, unless there was none", async () => {
    await using o = await open();
    const remove = { tenant: "t", id: "p", policy: null, by: "ada" };
    assert.deepEqual(await o.store.savePolicy(remove), { revision: 0, found: false });
    await o.store.savePolicy({ ...remove, policy: DENY });
    assert.deepEqual(await o.store.savePolicy(remove), { revision: 2, found: true });
    assert.deepEqual(await o.store.policies("t"), { revision: 2, policies: [] });
  });

  test("of saves at once each raises the revision", async () => {
    await using o = await open();
    const other = await o.another();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? o.store : other).savePolicy({ tenant: "t", id: `p${index}`, policy: DENY, by: "ada" }),
      ),
    );
    assert.deepEqual(
      replies.map((reply) => reply.revision).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
}
