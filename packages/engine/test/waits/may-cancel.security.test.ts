// Who may cancel a wait: whoever it is for, whoever may decide it, and always whoever asked for the run.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, Person } from "../../src/index.ts";
import { ask, keepVersion, ledger, REQUIRE } from "../approvals/asked-call.ts";
import { fixture, person, request } from "../harness/fixture.ts";

const ANYBODY = person("mallory");
const REQUESTER = person("ada");

const QUESTIONS: readonly {
  readonly to: readonly string[] | null;
  readonly by: Person;
  readonly may: boolean;
}[] = [
  { to: null, by: ANYBODY, may: true },
  { to: ["boss"], by: ANYBODY, may: false },
  { to: ["boss"], by: person("Boss"), may: false },
  { to: ["boss"], by: person("boss"), may: true },
  { to: ["boss"], by: person("mallory", "boss"), may: true },
  { to: ["boss"], by: REQUESTER, may: true },
  { to: ["boss"], by: person("Ada"), may: false },
];

for (const { to, by, may } of QUESTIONS) {
  const who = `${by.name}${by.roles.length === 0 ? "" : ` with the role ${by.roles.join(", ")}`}`;
  test(`a question of ada's run for ${to?.join(", ") ?? "everybody"} is ${may ? "" : "not "}cancelled by ${who}`, async () => {
    await using f = await fixture();
    const companions: Json[] = [];
    f.runner.play = (_call, input) => {
      if (input.phase === "call") {
        const params = { question: "Sure?", ...(to === null ? {} : { to: [...to] }) };
        return { kind: "yield", wait: "answer", params, meta: {} };
      }
      companions.push(input.payload);
      return { kind: "result", value: "done" };
    };
    const resume = { on: ["answer", "cancel"], idempotent: false } as const;
    const call = await f.engine.startCall(request({ requestedBy: "ada", resume }));
    const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
    const cancelling = f.engine.cancelWait("local", waitId, by, "late");
    if (may) await cancelling;
    else
      await assert.rejects(cancelling, {
        code: "not_allowed",
        message: new RegExp(`${waitId} can be cancelled by boss, ada; you are ${by.name}`),
      });
    await f.engine.moveRun("local", call.runId);
    assert.deepEqual(companions, may ? [{ cancelled: true, reason: "late", by: by.name }] : []);
    assert.equal((await f.engine.wait("local", waitId)).status, may ? "cancelled" : "open");
  });
}

const APPROVALS: readonly {
  readonly what: string;
  readonly policy: JsonObject;
  readonly by: Person;
  readonly may: boolean;
}[] = [
  { what: "everybody", policy: {}, by: ANYBODY, may: true },
  { what: "boss", policy: { approvers: ["boss"] }, by: ANYBODY, may: false },
  { what: "boss", policy: { approvers: ["boss"] }, by: person("cyd", "boss"), may: true },
  { what: "boss", policy: { approvers: ["boss"] }, by: REQUESTER, may: true },
  { what: "anybody else", policy: { notRequester: true }, by: REQUESTER, may: true },
  { what: "anybody else", policy: { notRequester: true }, by: ANYBODY, may: true },
];

for (const { what, policy, by, may } of APPROVALS) {
  const who = `${by.name}${by.roles.length === 0 ? "" : ` with the role ${by.roles.join(", ")}`}`;
  test(`an approval of ada's run by ${what} is ${may ? "" : "not "}cancelled by ${who}`, async () => {
    await using f = await fixture();
    await f.engine.savePolicy("local", { ...REQUIRE, ...policy }, "boss");
    const { callId, runId, waitId } = await ask(f, { requestedBy: "ada" });
    const cancelling = f.engine.cancelWait("local", waitId, by);
    if (may) await cancelling;
    else await assert.rejects(cancelling, { code: "not_allowed", hint: /--as boss/ });
    await f.engine.moveRun("local", runId);
    assert.equal((await f.engine.wait("local", waitId)).status, may ? "cancelled" : "open");
    assert.deepEqual(ledger(f, callId), []);
  });
}

test("whoever edited what is asked for may withdraw it", async () => {
  await using f = await fixture();
  await keepVersion(f);
  const rule = { ...REQUIRE, approvers: ["bob", "boss"], notRequester: true, quorum: 1 };
  await f.engine.savePolicy("local", rule, "boss");
  const { runId, waitId } = await ask(f, { requestedBy: "ada" });
  await f.engine.approve("local", waitId, person("bob"), { arguments: { x: 2 } });
  await f.engine.moveRun("local", runId);
  const [again] = await f.engine.listWaits("local", { open: true, runId, limit: 2 });
  assert.ok(again !== undefined && again.id !== waitId);
  await assert.rejects(f.engine.approve("local", again.id, person("bob")), { code: "requester_may_not" });
  assert.equal((await f.engine.cancelWait("local", again.id, person("bob"))).status, "cancelled");
});

test("a wait that is over says so, whoever asks", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "yield", wait: "answer", params: { question: "?", to: ["boss"] }, meta: {} });
  const call = await f.engine.startCall(request());
  const waitId = (await f.engine.outcome("local", call.callId)).wait?.id ?? "";
  await f.engine.answer("local", waitId, "yes", person("boss"));
  await assert.rejects(f.engine.cancelWait("local", waitId, ANYBODY), { code: "wait_settled" });
});
