// Examples: JSON objects one after another; everything between them is told apart by blank lines.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { exampleHint } from "../../src/docs/example-hint.ts";
import { readExamples } from "../../src/docs/read-examples.ts";
import { linesOf } from "./doc-of.ts";

function read(text: string): { examples: unknown[]; others: [number, string][] } {
  const { examples, others } = readExamples([linesOf(text)]);
  return {
    examples: examples.map(({ value, span }) => [span.line, value]),
    others: others.map(({ span, text: other }) => [span.line, other]),
  };
}

describe("examples", () => {
  const TABLE: Readonly<Record<string, readonly [string, unknown[], [number, string][]]>> = {
    "on lines of their own": [
      '{"a": 1}\n{"a": 2}',
      [
        [1, { a: 1 }],
        [2, { a: 2 }],
      ],
      [],
    ],
    "on one line": [
      '{"a": 1} {"a": 2}',
      [
        [1, { a: 1 }],
        [1, { a: 2 }],
      ],
      [],
    ],
    "on several lines": ['\n{\n  "a": {"b": [1]}\n}\n', [[2, { a: { b: [1] } }]], []],
    "beside runs of other lines": [
      'Two:\n\n{"a": 1}\n\n>>> add(1)\n2\n\n[1, 2]\n{"a": 2}',
      [
        [3, { a: 1 }],
        [9, { a: 2 }],
      ],
      [
        [1, "Two:"],
        [5, ">>> add(1)\n2"],
        [8, "[1, 2]"],
      ],
    ],
    "with text behind an object": ['{"a": 1} # one', [[1, { a: 1 }]], [[1, "# one"]]],
    "that are no JSON, as one run": ["{\n  'a': 1\n}", [], [[1, "{\n  'a': 1\n}"]]],
    "with a key that stands twice": ['{"a": 1, "a": 2}', [], [[1, '{"a": 1, "a": 2}']]],
    "that are nothing": ["\n \n", [], []],
  };
  for (const [name, [text, examples, others]] of Object.entries(TABLE))
    it(`are read: ${name}`, () => assert.deepEqual(read(text), { examples, others }));

  it("never throw, and account for every character that is not space", () => {
    const piece = fc.constantFrom('{"a": 1}', "{", "}", "\n", "\n\n", ">>> f(1)", '"', "[1]", " ", "x");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const { examples, others } = readExamples([linesOf(text)]);
        const solid = (one: string) => one.replace(/\s/g, "").length;
        const shown = examples.reduce((sum, { value }) => sum + solid(JSON.stringify(value)), 0);
        assert.equal(shown + others.reduce((sum, other) => sum + solid(other.text), 0), solid(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the hint for lines that are no example", () => {
  const HINTS: readonly (readonly [text: string, object: string | undefined])[] = [
    [">>> add(a=1, b=2)\n3", '{"a":1,"b":2}'],
    [">>> add(1, 2)", '{"a":1,"b":2}'],
    ["add(1, b=-2.5)", '{"a":1,"b":-2.5}'],
    ["await add({ a: 1, b: 'x' });", '{"a":1,"b":"x"}'],
    [">>> add(a=[True, None], b=('x', \"y\"))", '{"a":[true,null],"b":["x","y"]}'],
    ["{'a': 1, b: \"x\",}", '{"a":1,"b":"x"}'],
    [">>> add(other())", undefined],
    ["add(1, 2, 3)", undefined],
    ["Two numbers:", undefined],
  ];
  for (const [text, object] of HINTS)
    it(`${JSON.stringify(text)} ${object === undefined ? "shows the shape" : "shows the object"}`, () => {
      const hint = exampleHint(
        { text, span: { line: 1, column: 1, endLine: 1, endColumn: 1 } },
        { names: ["a", "b"], inObject: false },
      );
      if (object === undefined) assert.match(hint, /\{"a": …, "b": …\}/);
      else assert.equal(hint, `write the arguments as a JSON object: ${object}`);
    });

  it("shows the object that a call passes as what it is: the arguments, or one of them", () => {
    const found = { text: "use({ a: 1 })", span: { line: 1, column: 1, endLine: 1, endColumn: 1 } };
    const shown = (inObject: boolean) => exampleHint(found, { names: ["a"], inObject }).replace(/^.*: (?=\{)/, "");
    assert.equal(shown(true), '{"a":1}');
    assert.equal(shown(false), '{"a":{"a":1}}');
  });
});
