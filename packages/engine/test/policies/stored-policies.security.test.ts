// Policies that were changed behind the engine's back, or by a newer one: what cannot be read lets nothing through.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand, openApproval, REQUIRE } from "../approvals/asked-call.ts";
import { fixture, person, request } from "../harness/fixture.ts";

const STORED: readonly [string, string][] = [
  ["an effect that there is not", '{"id":"hold","match":"desk/*","effect":"requires","enabled":true}'],
  ["a quorum of nobody", '{"id":"hold","match":"desk/*","effect":"require","enabled":true,"quorum":0}'],
  ["a key of a newer engine", '{"id":"hold","match":"other/*","effect":"require","enabled":true,"onlyAfter":"noon"}'],
  ["text that is no JSON", '{"id":"hold"'],
  ["another id than its row's", '{"id":"other","match":"other/*","effect":"allow","enabled":true}'],
];

for (const [what, policy] of STORED) {
  test(`a stored policy with ${what} asks a person about every call, whatever else allows it`, async () => {
    await using f = await fixture();
    f.runner.play = () => ({ kind: "result", value: "ran" });
    await f.engine.savePolicy("local", REQUIRE, "boss");
    const allow = { id: "all", match: "*/*", effect: "allow", priority: 1_000_000, overridesTool: true };
    await f.engine.savePolicy("local", allow, "boss");
    byHand(f, `update policies set policy = '${policy}' where policy_id = 'hold'`);
    const call = await f.engine.startCall(request());
    assert.equal(f.runner.phases.length, 0);
    const wait = await openApproval(f, call.runId);
    assert.match(wait.approval?.reason ?? "", /policy hold/);
    assert.match((await f.engine.policies("local")).policies.find(({ id }) => id === "hold")?.reason ?? "", /read/);
    await f.engine.approve("local", wait.id, person("bob"));
    await f.engine.moveRun("local", call.runId);
    assert.equal((await f.engine.outcome("local", call.callId)).value, "ran");
    await f.engine.removePolicy("local", "hold", "boss");
    const free = await f.engine.startCall(request());
    assert.equal((await f.engine.outcome("local", free.callId)).value, "ran");
  });
}

test("an approval that was given before the policy broke is good for what the stand-in asks for", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "result", value: "ran" });
  await f.engine.savePolicy("local", REQUIRE, "boss");
  const call = await f.engine.startCall(request());
  const before = await openApproval(f, call.runId);
  byHand(f, `update policies set policy = 'null'`, "update tenants set policy_revision = policy_revision + 1");
  await f.engine.approve("local", before.id, person("bob"));
  await f.engine.moveRun("local", call.runId);
  assert.equal(f.runner.phases.length, 1, "a person has approved this call, which is all that the stand-in wants");
});
