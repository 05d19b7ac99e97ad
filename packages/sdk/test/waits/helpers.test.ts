// The helpers outside of a sandbox: plain frozen values, and mistakes told where they are made.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askUser,
  defineTool,
  resumes,
  sleepFor,
  sleepUntil,
  tool,
  waitForSignal,
  watchFiles,
} from "../../src/index.ts";

test("a wait is a plain frozen value", async () => {
  const wait = askUser("Ship?", { choices: ["yes"], to: ["ops"], meta: { id: 7 } });
  assert.deepEqual(wait, {
    kind: "answer",
    params: { question: "Ship?", choices: ["yes"], to: ["ops"] },
    meta: { id: 7 },
  });
  assert.ok(Object.isFrozen(wait) && Object.isFrozen(wait.params) && Object.isFrozen(wait.meta));
  assert.equal(await wait, wait);
});

test("each helper makes its own kind", () => {
  assert.deepEqual(sleepFor(0), { kind: "time", params: { seconds: 0 }, meta: {} });
  assert.deepEqual(sleepUntil(new Date(0)), { kind: "time", params: { until: "1970-01-01T00:00:00.000Z" }, meta: {} });
  assert.deepEqual(watchFiles("*.md", { timeoutSeconds: 5 }).params, { paths: ["*.md"], timeoutSeconds: 5 });
  assert.deepEqual(waitForSignal("paid").params, { key: "paid" });
});

test("mistakes are told with the helper, the option and what was found", () => {
  const rows: readonly [() => unknown, RegExp][] = [
    [() => sleepFor(-1), /^RangeError: sleepFor: seconds is -1; it must be between 0 and 31622400 \(366 days\)$/],
    [() => sleepFor(Number.NaN), /^RangeError: sleepFor: seconds is NaN/],
    [() => sleepUntil("2026-03-01T09:00:00"), /has no offset; write one, for example 2026-03-01T09:00:00\+00:00$/],
    [() => sleepUntil("tomorrow"), /is no moment in ISO 8601/],
    [() => sleepUntil(new Date("x")), /^RangeError: sleepUntil: the Date is invalid$/],
    [() => askUser(""), /^TypeError: askUser: question must be a text that is not empty, not ""$/],
    [() => askUser("?", { choices: [] }), /choices is empty/],
    [() => askUser("?", { timeoutSeconds: 367 * 86_400 }), /^RangeError: askUser: timeoutSeconds is 31708800/],
    [
      () => askUser("?", { meta: { a: "x".repeat(70_000) } }),
      /^RangeError: askUser: meta is 70008 bytes of JSON; at most 65536 are kept$/,
    ],
    [() => askUser("?", { meta: { a: Number.NaN } }), /^TypeError: askUser: meta must be JSON: NaN is no JSON number$/],
    [() => watchFiles([]), /paths is empty/],
    [() => watchFiles("../a"), /\.\.\/a is not relative to the workspace/],
    [() => watchFiles("/a"), /\/a is not relative to the workspace/],
  ];
  for (const [mistake, message] of rows)
    assert.throws(mistake, (error: Error) => message.test(`${error.name}: ${error.message}`));
});

test("meta is a copy", () => {
  const meta = { list: [1] };
  const wait = sleepFor(1, { meta });
  meta.list.push(2);
  assert.deepEqual(wait.meta, { list: [1] });
});

test("marks do nothing, and a definition is returned unchanged", () => {
  const greet = (name: string) => `hello ${name}`;
  assert.equal(tool(greet, { timeoutSeconds: 5 }), undefined);
  assert.equal(
    resumes(greet, (payload) => payload),
    undefined,
  );
  assert.equal(greet("Ada"), "hello Ada");
  const definition = {
    name: "a",
    description: "b",
    inputSchema: {},
    capabilities: [],
    approval: { required: false },
    handler: () => 1,
  };
  assert.equal(defineTool(definition), definition);
});
