// What a script may be, and what is said of what it may not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../src/definitions/parser.ts";
import type { Json } from "../../src/json/json.ts";
import { parseScript } from "../../src/scripts/parse-script.ts";

test("every kind of step is taken as it is", () => {
  const steps: Json = [
    { type: "tool.call", toolName: "add", arguments: { a: 1 } },
    {
      type: "tool.calls",
      calls: [
        { toolName: "add", arguments: {} },
        { toolName: "desk/list", arguments: { all: null } },
      ],
    },
    { type: "assistant.output", content: "" },
    { type: "answer", response: null },
    { type: "answer", response: { x: [1] }, tool: "ask", call: "call_1" },
    { type: "approve" },
    { type: "approve", arguments: { a: 2 }, reason: "fine", tool: "publish" },
    { type: "deny", reason: "no" },
    { type: "signal", key: "desk/done", payload: 1 },
    { type: "advance", seconds: 3600 },
  ];
  assert.deepEqual(parseScript(steps), { ok: true, value: steps });
});

const BAD: readonly [Json, string][] = [
  [{}, "is {}; expected a list of at least one"],
  [[], "is []; expected a list of at least one"],
  [["add"], '`[0]` is "add"; expected a step: an object with a `type`'],
  [
    [{ toolName: "add" }],
    "`[0]` has no `type`; there are tool.call, tool.calls, assistant.output, answer, approve, deny, signal, advance",
  ],
  [[{ type: "toolcall" }], '`[0].type` is "toolcall"; did you mean "tool.call"?'],
  [
    [{ type: 7 }],
    "`[0].type` is 7; there are tool.call, tool.calls, assistant.output, answer, approve, deny, signal, advance",
  ],
  [
    [{ type: "approve" }, { type: "tool.call", tool: "add", arguments: {} }],
    "`[1].tool` is no known key; did you mean `toolName`?; `[1].toolName` is missing",
  ],
  [[{ type: "tool.call", toolName: "add", arguments: [] }], "`[0].arguments` is []; expected an object"],
  [[{ type: "tool.call", toolName: "", arguments: {} }], '`[0].toolName` is ""; expected text'],
  [[{ type: "tool.calls", calls: [] }], "`[0].calls` is []; expected a list of at least one"],
  [[{ type: "tool.calls", calls: [{ toolName: "a" }] }], "`[0].calls[0].arguments` is missing"],
  [[{ type: "answer" }], "`[0].response` is missing"],
  [[{ type: "deny" }], "`[0].reason` is missing"],
  [[{ type: "advance", seconds: -1 }], "`[0].seconds` is -1; expected a number from 0 to 31622400"],
  [
    [{ type: "approve", arguments: 1 }, { type: "advance" }],
    "`[0].arguments` is 1; expected an object; `[1].seconds` is missing",
  ],
  [
    [{ type: "constructor" }],
    '`[0].type` is "constructor"; there are tool.call, tool.calls, assistant.output, answer, approve, deny, signal, advance',
  ],
];

for (const [given, wanted] of BAD) {
  test(`refused: ${wanted}`, () => {
    const parsed = parseScript(given);
    assert.equal(parsed.ok, false);
    assert.equal(faultText("script", parsed.faults), `script: ${wanted}`);
  });
}

test("a script without end is refused", () => {
  const parsed = parseScript(Array.from({ length: 10_001 }, () => ({ type: "approve" })));
  assert.deepEqual(parsed, { ok: false, faults: [{ path: "", message: "has 10001 steps; at most 10000 are played" }] });
});
