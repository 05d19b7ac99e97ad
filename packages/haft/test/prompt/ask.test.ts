import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { paintFor } from "../../src/output/paint.ts";
import { ask, askWith } from "../../src/prompt/ask.ts";
import type { LineReader } from "../../src/prompt/line-reader.ts";
import type { Wait } from "../../src/session/wait.ts";

const wait: Wait = {
  id: "wait_1",
  kind: "answer",
  status: "open",
  runId: "run_1",
  callId: "call_1",
  tool: "desk/confirm",
  prompt: "Go on?",
  openedAt: "2030-01-01T00:00:00.000Z",
};

async function answered(changes: Partial<Wait>, lines: readonly string[]) {
  const typed = [...lines];
  const said: string[] = [];
  const reader: LineReader = {
    line: async (prompt) => {
      said.push(prompt);
      return typed.shift();
    },
    [Symbol.dispose]: () => {},
  };
  const answer = await askWith(
    { ...wait, ...changes },
    { reader, paint: paintFor({}, {}), say: (text) => void said.push(text) },
  );
  return { answer, said: said.join(""), left: typed.length };
}

test("a question without a schema takes any text", async () => {
  const { answer, said } = await answered({}, ["as you like"]);
  assert.deepEqual(answer, { kind: "given", value: "as you like" });
  assert.match(said, /Go on\?/);
  assert.match(said, /desk\/confirm/);
});

test("a choice is made by its number or by itself, and asked for again until it is one", async () => {
  const { answer, said } = await answered({ choices: ["yes", "no"] }, ["maybe", "3", "2"]);
  assert.deepEqual(answer, { kind: "given", value: "no" });
  assert.match(said, /1\) yes\n {2}2\) no\n/);
  assert.equal(said.match(/that does not fit/g)?.length, 2);
  assert.deepEqual((await answered({ choices: ["yes", "no"] }, ["yes"])).answer, { kind: "given", value: "yes" });
});

test("a choice that is a number comes before the number of a line", async () => {
  assert.deepEqual((await answered({ choices: [3, 1, 2] }, ["1"])).answer, { kind: "given", value: 1 });
  assert.deepEqual((await answered({ choices: [30, 40] }, ["2"])).answer, { kind: "given", value: 40 });
});

test("a value is asked for by its schema until it fits", async () => {
  const { answer, said } = await answered({ schema: { type: "integer" } }, ["two", "2"]);
  assert.deepEqual(answer, { kind: "given", value: 2 });
  assert.match(said, /"two".*whole number/);
  assert.deepEqual((await answered({ schema: { type: "boolean" } }, ["perhaps", "y"])).answer, {
    kind: "given",
    value: true,
  });
});

test("an optional field can be left out also after something that does not fit, and is asked for in its own way", async () => {
  const schema = {
    type: "object",
    properties: {
      tags: { type: "array", items: { type: "string" } },
      vip: { type: "boolean" },
      size: { enum: ["small", "large"] },
    },
  };
  const first = await answered({ schema }, ["a, b", "", "perhaps", "yes", "3", "2"]);
  assert.deepEqual(first.answer, { kind: "given", value: { vip: true, size: "large" } });
  assert.match(first.said, /that does not fit: it is "a, b"; expected a list/);
  assert.match(first.said, /type yes or no/);
  assert.match(first.said, /1\) small\n {2}2\) large\n/);
  assert.deepEqual((await answered({ schema }, ["", "", ""])).answer, { kind: "given", value: {} });
});

test("a record is asked for field by field, and what is optional may be left out", async () => {
  const schema = {
    type: "object",
    properties: {
      day: { type: "string", description: "Which day." },
      guests: { type: "integer" },
      note: { type: "string" },
      size: { type: "integer" },
    },
    required: ["day", "guests"],
  };
  const { answer, said } = await answered({ schema }, ["Monday", "four", "4", "", "2"]);
  assert.deepEqual(answer, { kind: "given", value: { day: "Monday", guests: 4, size: 2 } });
  assert.match(said, /day – Which day\./);
});

test("whoever ends the prompt answers later", async () => {
  assert.deepEqual((await answered({}, [])).answer, { kind: "later" });
  assert.deepEqual((await answered({ choices: ["a"] }, ["x"])).answer, { kind: "later" });
});

test("a question cannot drive the terminal", async () => {
  const { said } = await answered({ prompt: "Go\u001b[2J on?", choices: ["a\u001b[31m"] }, ["1"]);
  assert.equal(said.includes("\u001b"), false);
});

test("a prompt ends when its signal is aborted, though nothing was typed", async () => {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const controller = new AbortController();
  const asking = ask(wait, { stdin, stderr }, paintFor({}, {}), controller.signal);
  await new Promise<void>((resolve) => stderr.on("data", (chunk) => String(chunk).includes("string: ") && resolve()));
  controller.abort();
  assert.deepEqual(await asking, { kind: "later" });
});

test("a line is read from a stream", async () => {
  const stdin = new PassThrough();
  stdin.write("hello\n");
  const answer = await ask(wait, { stdin, stderr: new PassThrough() }, paintFor({}, {}), new AbortController().signal);
  assert.deepEqual(answer, { kind: "given", value: "hello" });
});
