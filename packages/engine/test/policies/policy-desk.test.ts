// Policies as people keep them, and tried against calls that were made.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, type Json } from "../../src/index.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { fixture, person, request } from "../harness/fixture.ts";

const HOLD = { id: "hold", match: "desk/*", effect: "require" };

async function told(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => "done",
    (error: unknown) => (error instanceof EngineError ? `${error.code}: ${error.message}` : String(error)),
  );
}

test("a policy is saved, replaced and removed, and each raises the revision", async () => {
  await using f = await fixture();
  assert.deepEqual(await f.engine.policies("local"), { revision: 0, policies: [] });
  assert.deepEqual(await f.engine.savePolicy("local", HOLD, "ada"), { id: "hold", revision: 1, found: false });
  assert.deepEqual(await f.engine.savePolicy("local", { ...HOLD, quorum: 2 }, "ada"), {
    id: "hold",
    revision: 2,
    found: true,
  });
  assert.deepEqual((await f.engine.policies("local")).policies, [{ ...HOLD, quorum: 2, enabled: true }]);
  assert.deepEqual(await f.engine.policies("other"), { revision: 0, policies: [] }, "no other tenant has it");
  assert.equal(await f.engine.removePolicy("local", "hold", "ada"), true);
  assert.equal(await f.engine.removePolicy("local", "hold", "ada"), false);
  assert.deepEqual((await f.engine.policies("local")).policies, []);
});

const BAD: readonly [Json, string][] = [
  [{ ...HOLD, quorom: 2 }, "invalid_policy: policy hold: `quorom` is no known key; did you mean `quorum`?"],
  [
    { ...HOLD, when: "argument.x > 1" },
    "invalid_policy: policy hold: `when` does not compile: there is no name `argument`; did you mean `arguments`?",
  ],
  [
    { ...HOLD, when: "arguments.x >" },
    "invalid_policy: policy hold: `when` does not compile: column 13: found > but expecting end of input",
  ],
  ["deny all", 'invalid_policy: policy: is "deny all"; expected an object'],
];

for (const [policy, wanted] of BAD) {
  test(`refused: ${wanted}`, async () => {
    await using f = await fixture();
    assert.equal(await told(f.engine.savePolicy("local", policy, "ada")), wanted);
    assert.equal((await f.engine.policies("local")).revision, 0);
  });
}

test("a policy that was saved holds for the next call, and one that was removed does not", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "result", value: 1 });
  await f.engine.savePolicy("local", { ...HOLD, effect: "deny", when: "arguments.x > 5", reason: "too many" }, "ada");
  const few = await f.engine.startCall(request({ args: { x: 1 } }));
  const many = await f.engine.startCall(request({ args: { x: 6 } }));
  assert.equal((await f.engine.outcome("local", few.callId)).ok, true);
  assert.equal((await f.engine.outcome("local", many.callId)).error?.message, "denied: too many");
  await f.engine.removePolicy("local", "hold", "ada");
  const again = await f.engine.startCall(request({ args: { x: 6 } }));
  assert.equal((await f.engine.outcome("local", again.callId)).ok, true);
});

test("a policy, or a condition alone, is tried against the last calls, newest first", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "result", value: 1 });
  const calls = [];
  for (const x of [1, 6, "7"]) {
    await f.clock.pass(1);
    calls.push(await f.engine.startCall(request({ args: { x } })));
  }
  f.toolbox.tools = [bound("publish", { capabilities: ["network"] })];
  f.models.play = ({ messages }) =>
    messages.length === 1 ? says("", { name: "publish", arguments: '{"x": 9}' }) : says("Done.");
  const agent = { id: "desk", instructions: "", model: "default", tools: [] };
  await f.clock.pass(1);
  const run = await f.engine.createRun({ tenant: "local", agent, input: "Go", requestedBy: "ada" });
  await f.engine.moveRun("local", run.runId);

  const tried = await f.engine.testPolicy("local", "arguments.x > 5.0");
  assert.deepEqual(
    tried.map(({ tool, matches }) => [tool, matches]),
    [
      ["desk/publish", true],
      ["desk/ask", true],
      ["desk/ask", true],
      ["desk/ask", false],
    ],
    "repaired arguments are what counts",
  );
  assert.equal(tried[1]?.callId, calls[2]?.callId);
  const named = await f.engine.testPolicy("local", {
    match: "*/publish",
    when: "agent == 'desk' && 'network' in capabilities",
  });
  assert.deepEqual(
    named.map(({ matches }) => matches),
    [true, false, false, false],
  );
  const failing = await f.engine.testPolicy("local", "arguments.y == 1", 1);
  assert.deepEqual(
    failing.map(({ matches, error }) => [matches, error]),
    [[false, "field not found: y"]],
  );
  const [sum] = await f.engine.testPolicy("local", "arguments.x + 1 > 5", 1);
  assert.match(sum?.error ?? "", /numbers of arguments are doubles: write 1\.0 for 1$/);
  assert.match(await told(f.engine.testPolicy("local", "nope")), /^invalid_policy: .*there is no name `nope`/);
});

test("everybody who must decide is asked, and the inbox says who and for what", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", { ...HOLD, approvers: ["lead"], quorum: 2, reason: "money" }, "ada");
  const call = await f.engine.startCall(request());
  const [wait] = await f.engine.listWaits("local", { open: true, kind: "approval", limit: 10 });
  assert.deepEqual([wait?.tool, wait?.approval?.reason, wait?.approval?.arguments], ["desk/ask", "money", { x: 1 }]);
  assert.deepEqual([wait?.approval?.have, wait?.approval?.need], [0, 2]);
  const after = await f.engine.approve("local", wait?.id ?? "", person("eve", "lead"));
  assert.deepEqual([after.status, after.approval?.have], ["open", 1]);
  assert.equal((await f.engine.run("local", call.runId)).status, "waiting", "one vote of two moves nothing");
});

test("arguments that are too large for a row are shown whole to whoever decides", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", HOLD, "ada");
  const { tool } = request();
  const text = "x".repeat(2 * 1024 * 1024);
  const schema = { type: "object", properties: { text: { type: "string" } } };
  const call = await f.engine.startCall(request({ tool: { ...tool, inputSchema: schema }, args: { text } }));
  const [listed] = await f.engine.listWaits("local", { open: true, kind: "approval", limit: 10 });
  assert.deepEqual(listed?.approval?.arguments, { text });
  f.runner.play = (_call, input) => ({ kind: "result", value: input.phase === "call" ? input.arguments : null });
  await f.engine.approve("local", listed?.id ?? "", person("bob"));
  await f.engine.moveRun("local", call.runId);
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { text });
  assert.equal((await f.engine.replay("local", call.runId)).difference, undefined);
});
