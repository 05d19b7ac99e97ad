import assert from "node:assert/strict";
import { test } from "node:test";
import { createMasker } from "../../../src/secrets/masker.ts";
import { admitCalls } from "../../../src/worker/calls/admit.ts";
import { bound } from "../../harness/fake-toolbox.ts";

const TOOLS = [bound("look"), bound("strict", { repair: false }), { ...bound("write"), name: "desk__write" }];

/** What becomes of one call with this text of arguments. */
function admitted(
  name: string,
  text: string,
  { scripted = false, cutShort = false }: { scripted?: boolean; cutShort?: boolean } = {},
) {
  const masker = createMasker([{ name: "KEY", value: "hunter22hunter22" }]);
  const calls = [{ id: "c1", name, arguments: text }];
  const door = { tools: TOOLS, masker, scripted, callId: (ordinal: number) => `call_${ordinal}` };
  const events = admitCalls({ kind: "admit", key: "admit:1", step: 1, calls, cutShort }, door);
  const [called, second] = events;
  assert.equal(called?.type, "tool.called");
  return { called: called.data, second, types: events.map(({ type }) => type) };
}

test("arguments that fit are the call's, whatever the text looks like", () => {
  for (const text of ['{"x":1}', ' { "x" : 1 } ']) {
    const { called, types } = admitted("look", text);
    assert.deepEqual(types, ["tool.called"]);
    assert.deepEqual(called.arguments, { x: 1 });
    assert.equal(called.providerCallId, "c1");
    assert.equal(called.ordinal, 1);
  }
  assert.deepEqual(admitted("look", "").called.arguments, {});
});

test("what can be repaired without loss is, and the log says how; a toolset may forbid it", () => {
  const { called, second, types } = admitted("look", '{"x": "3"}');
  assert.deepEqual(types, ["tool.called", "arguments.repaired"]);
  assert.deepEqual(called.arguments, { x: "3" });
  assert.deepEqual(second?.type === "arguments.repaired" ? second.data.arguments : null, { x: 3 });
  const whole = admitted("look", '"{\\"x\\": 3}"');
  assert.deepEqual(whole.types, ["tool.called", "arguments.repaired"]);
  assert.equal(whole.called.sent, '"{\\"x\\": 3}"');
  assert.deepEqual(admitted("strict", '{"x": "3"}').types, ["tool.called", "tool.result"]);
});

test("what does not fit is the call's result, with every issue, and the call does not run", () => {
  const table: readonly [string, string, string, RegExp][] = [
    ["look", '{"x": 1', "invalid_arguments", /no JSON: .*line 1, column 8/],
    ["look", '{"x": 1, "x": 2}', "invalid_arguments", /stands twice/],
    ["look", '{"x": 12345678901234567890}', "invalid_arguments", /no JSON/],
    ["look", '{"x": "\\ud800"}', "invalid_arguments", /no JSON/],
    ["look", '{"x": 1.5}', "invalid_arguments", /do not fit/],
    ["look", '{"y": 1}', "invalid_arguments", /`look`.*y/],
    ["look", "[1]", "invalid_arguments", /look/],
    ["lok", '{"x": 1}', "unknown_tool", /no tool `lok`: did you mean `look`\?/],
    ["write", "{}", "unknown_tool", /did you mean `desk__write`/],
  ];
  for (const [name, text, type, message] of table) {
    const { second, types } = admitted(name, text);
    assert.deepEqual(types, ["tool.called", "tool.result"], text);
    const result = second?.type === "tool.result" ? second.data : null;
    assert.equal(result?.ok, false);
    assert.equal(result?.error?.type, type, text);
    assert.match(result?.error?.message ?? "", message);
  }
});

test("calls of a response that was cut short are written and do not run", () => {
  const { second, called } = admitted("look", '{"x": 1', { cutShort: true });
  assert.equal(second?.type === "tool.result" ? second.data.error?.type : null, "cut_short");
  assert.equal(called.sent, '{"x": 1');
});

test("a script may name a tool by its id or by its own name", () => {
  for (const name of ["desk/write", "write", "desk__write"]) {
    assert.equal(admitted(name, "{}", { scripted: true }).called.tool, "write");
  }
});

test("a secret in arguments is masked before they are looked at", () => {
  const { called, second } = admitted("look", '{"hunter22hunter22": "hunter22hunter22"}');
  assert.doesNotMatch(JSON.stringify([called, second]), /hunter22/);
  assert.deepEqual(called.arguments, { "[secret KEY]": "[secret KEY]" });
});

test("what is no object is kept with the call up to 64 KiB; its response has the whole", () => {
  const { called } = admitted("look", `"${"x".repeat(100_000)}"`);
  assert.match(called.sent ?? "", /x … \(100002 characters\)$/);
  assert.ok((called.sent ?? "").length < 66_000);
});
