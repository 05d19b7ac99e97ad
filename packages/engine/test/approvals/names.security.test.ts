// One person under two spellings: nobody agrees to their own request, or counts twice, by writing their name in another way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isNamed, personKey } from "../../src/waits/same-name.ts";
import { fixture, person } from "../harness/fixture.ts";
import { ask, ledger, REQUIRE } from "./asked-call.ts";

const SPELLINGS = ["Ada", "ADA", " ada ", "a\u200bda", "\uff41da", "ada\u00a0"];

for (const spelling of SPELLINGS) {
  test(`ada's request is not approved by ${JSON.stringify(spelling)}`, async () => {
    await using f = await fixture();
    await f.engine.savePolicy("local", { ...REQUIRE, notRequester: true }, "boss");
    const { callId, runId, waitId } = await ask(f, { requestedBy: "ada" });
    await assert.rejects(f.engine.approve("local", waitId, person(spelling)), { code: "requester_may_not" });
    await f.engine.moveRun("local", runId);
    assert.deepEqual(ledger(f, callId), []);
  });

  test(`ada and ${JSON.stringify(spelling)} are one vote`, async () => {
    await using f = await fixture();
    await f.engine.savePolicy("local", { ...REQUIRE, quorum: 2 }, "boss");
    const { callId, runId, waitId } = await ask(f, { requestedBy: "mallory" });
    await f.engine.approve("local", waitId, person("ada"));
    await f.engine.approve("local", waitId, person(spelling)).catch(() => undefined);
    await f.engine.moveRun("local", runId);
    assert.equal((await f.engine.wait("local", waitId)).status, "open");
    assert.deepEqual(ledger(f, callId), []);
  });
}

test("a name opens something as it was written, in whichever form of Unicode", () => {
  assert.equal(isNamed("Ren\u00e9", "Rene\u0301 "), true);
  for (const [named, name] of [
    ["boss", "Boss"],
    ["boss", "b\u200boss"],
    ["boss", "boss2"],
  ] as const) {
    assert.equal(isNamed(named, name), false, name);
  }
});

test("names that differ are different people", () => {
  assert.equal(personKey("Straße"), personKey("STRASSE"));
  assert.notEqual(personKey("ada"), personKey("adam"));
  assert.notEqual(personKey("ada b"), personKey("adab"));
});
