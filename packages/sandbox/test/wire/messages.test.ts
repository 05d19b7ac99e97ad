// Messages from inside: every field is checked, and what is deep or large does not get through.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json, JsonObject } from "@haft/sdk/wire";
import fc from "fast-check";
import { WireFault } from "../../src/wire/frames.ts";
import { callMessage } from "../../src/wire/from-call.ts";
import { sandboxMessage } from "../../src/wire/from-sandbox.ts";

const GOOD: readonly JsonObject[] = [
  { type: "result", value: null },
  { type: "result", callId: "c", value: { a: [1, "b", false] } },
  { type: "error", error: { type: "ValueError", message: "no", hint: "h", stack: "s" } },
  { type: "yield", kind: "answer", params: { question: "?" }, meta: {} },
  { type: "log", level: "warning", text: "t" },
  { type: "progress", fraction: 0.5, message: "half" },
  { type: "progress" },
  { type: "request", id: 0, op: "secret", params: { name: "A" } },
];

const deep = (levels: number): Json => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

const BAD: readonly [string, JsonObject][] = [
  ["no value", { type: "result" }],
  ["a value that is too deep", { type: "result", value: deep(300) }],
  ["a value that is far too deep", { type: "result", value: deep(100_000) }],
  ["an error without a type", { type: "error", error: { message: "m" } }],
  ["an error that is text", { type: "error", error: "m" }],
  ["an error with an endless message", { type: "error", error: { type: "E", message: "x".repeat(2_000_000) } }],
  ["a wait of an unknown kind", { type: "yield", kind: "moon", params: {}, meta: {} }],
  ["a wait whose meta is a list", { type: "yield", kind: "time", params: {}, meta: [] }],
  ["an unknown level", { type: "log", level: "loud", text: "t" }],
  ["a fraction in words", { type: "progress", fraction: "half" }],
  ["a request without a number", { type: "request", op: "secret", params: {} }],
  ["a request with a negative number", { type: "request", id: -1, op: "secret", params: {} }],
  ["an unknown operation", { type: "request", id: 1, op: "rm", params: {} }],
  ["an unknown type", { type: "launch" }],
  ["a message of the sandbox itself", { type: "waiting", n: 0 }],
  ["a call id that is a number", { type: "result", callId: 3, value: 1 }],
];

const REPORT = {
  pid: 2,
  uid: 1,
  status: { NoNewPrivs: "1" },
  namespaces: {},
  root: ["tmp"],
  descriptors: [0],
  refused: {},
  limits: {},
  interpreter: "python 3.11",
};

describe("messages of a call", () => {
  for (const message of GOOD)
    it(`pass as they are: ${JSON.stringify(message).slice(0, 60)}`, () => {
      assert.deepEqual(callMessage(message), message);
    });
  for (const [name, message] of BAD)
    it(`are refused: ${name}`, () => {
      assert.throws(() => callMessage(message), WireFault);
    });
  it("are nothing but messages or faults for random objects", () => {
    const types = fc.constantFrom("result", "error", "yield", "log", "progress", "request", "ready", "loaded", "ended");
    fc.assert(
      fc.property(types, fc.dictionary(fc.string(), fc.jsonValue()), (type, rest) => {
        for (const read of [callMessage, sandboxMessage]) {
          try {
            assert.equal(read({ ...JSON.parse(JSON.stringify(rest)), type }).type, type);
          } catch (fault) {
            assert.ok(fault instanceof WireFault);
          }
        }
      }),
    );
  });
});

describe("messages of a sandbox", () => {
  const good: readonly JsonObject[] = [
    { type: "ready", report: REPORT },
    { type: "loaded", threads: 0 },
    { type: "load-failed", error: { type: "load_failed", message: "no" } },
    { type: "waiting", n: 0 },
    { type: "ended", n: 3, status: 9 },
    {
      type: "definition",
      fields: { name: "add" },
      functions: ["handler"],
      schemas: {
        input: { ok: true, vendor: "zod", schema: {} },
        output: { ok: false, vendor: "x", path: "a", message: "m" },
      },
    },
  ];
  for (const message of good)
    it(`pass as they are: ${String(message.type)}`, () => {
      assert.deepEqual(sandboxMessage(message), message);
    });
  const bad: readonly [string, JsonObject][] = [
    ["a report without a pid", { type: "ready", report: { ...REPORT, pid: 0 } }],
    ["a report whose root is text", { type: "ready", report: { ...REPORT, root: "/" } }],
    ["a report with limits in words", { type: "ready", report: { ...REPORT, limits: { RLIMIT_AS: "all" } } }],
    ["half a thread", { type: "loaded", threads: 0.5 }],
    ["a status that is none", { type: "ended", n: 0, status: 70_000 }],
    ["schemas in a list", { type: "definition", fields: {}, functions: [], schemas: [] }],
    ["a message of a call", { type: "result", value: 1 }],
  ];
  for (const [name, message] of bad)
    it(`are refused: ${name}`, () => {
      assert.throws(() => sandboxMessage(message), WireFault);
    });
});
