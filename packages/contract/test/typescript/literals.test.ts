// Which defaults are literals, and what they are as JSON.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: template literals are what is read

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DefaultValue } from "../../src/model/type.ts";
import { onlyTool, parametersOf } from "./reading.ts";

const before = `
import { SHARED } from "./shared";
enum Level { Low = "low", High = "high", Third = 3, Fourth }
const WORD = "x", LIST = [1, WORD] as const, AGAIN = AGAIN2;
const AGAIN2 = AGAIN;
let once = 2;
let twice = 3; twice = 4;
let counted = 1; counted++;
let looped = 1; for (looped of [1]) {}
var table = { k: [null] };
function inner() { const local = 1; }
`;

function defaultOf(expression: string): DefaultValue | undefined {
  return parametersOf(`a: any = ${expression}`, before).a?.default;
}

describe("literals", () => {
  const rows: readonly (readonly [expression: string, value: unknown])[] = [
    ['"a"', "a"],
    ["'a' + \"b\" + `c`", "abc"],
    ['"a" + WORD', "ax"],
    ["5", 5],
    ["-2.5", -2.5],
    ["+3", 3],
    ["-0", 0],
    ["0x10", 16],
    ["1_000", 1000],
    ["9007199254740991", 9007199254740991],
    ["true", true],
    ["null", null],
    ["[1, 'a', [true]]", [1, "a", [true]]],
    ["{ a: 1, 'b-c': null, 3: [] }", { a: 1, "b-c": null, 3: [] }],
    ["{ WORD }", { WORD: "x" }],
    ["Level.Low", "low"],
    ['Level["High"]', "high"],
    ["Level.Fourth", 4],
    ["WORD", "x"],
    ["LIST", [1, "x"]],
    ["once", 2],
    ["table", { k: [null] }],
    ['("a" as const)', "a"],
    ['"a" satisfies string', "a"],
    ["<string>'a'", "a"],
    ["null!", null],
    ["[] as string[]", []],
  ];
  for (const [expression, value] of rows) {
    it(expression, () => {
      const found = defaultOf(expression);
      assert.ok(found?.kind === "literal", `${expression} is a literal`);
      assert.deepEqual(found.value, value);
    });
  }

  it("keep a property that is called __proto__", () => {
    const found = defaultOf('{ "__proto__": 1 }');
    assert.ok(found?.kind === "literal");
    assert.equal(JSON.stringify(found.value), '{"__proto__":1}');
  });

  it("come from a sibling", () => {
    const tool = onlyTool('import { LIMIT as L } from "./limits.ts";\nexport function f(a = L) {}', {
      "limits.ts": "export const LIMIT = -7;",
    });
    const given = tool.parameters[0]?.default;
    assert.deepEqual(given?.kind === "literal" && given.value, -7);
  });
});

describe("what is no literal", () => {
  const rows = [
    "Math.random()",
    "new Date()",
    "9007199254740993",
    "1e400",
    '"\\ud800"',
    "`\\ud800${WORD}`",
    "10n",
    "/x/",
    "!true",
    "1 + 1",
    '"a" + 1',
    '"a" + Math.PI',
    "`a${1}`",
    "[...LIST]",
    "[, 1]",
    "{ ...table }",
    "{ [WORD]: 1 }",
    "{ a() {} }",
    "{ get a() { return 1; } }",
    "() => 1",
    "[undefined]",
    "twice",
    "counted",
    "looped",
    "AGAIN",
    "SHARED",
    "nothing",
    "NaN",
    "Infinity",
    "true ? 1 : 2",
    "Math.PI",
  ];
  for (const expression of rows) {
    it(expression, () => assert.equal(defaultOf(expression)?.kind, "computed"));
  }

  it("is undefined, which is no default at all", () => {
    for (const expression of ["undefined", "undefined as any", "void 0"])
      assert.equal(defaultOf(expression), undefined);
  });

  it("has no end", () => {
    const constants = Array.from({ length: 60 }, (_, index) => `const c${index} = [c${index + 1}, c${index + 1}];`);
    assert.equal(parametersOf("a: any = c0", `${constants.join("")}const c60 = 1;`).a?.default?.kind, "computed");
  });
});

describe("a default", () => {
  it("has its text and its place", () => {
    assert.deepEqual(parametersOf("a = ( 'x'  +\n 'y')").a?.default, {
      kind: "literal",
      value: "xy",
      text: "( 'x' + 'y')",
      span: { line: 2, column: 23, endLine: 3, endColumn: 6 },
    });
  });

  it("is cut short in its text only", () => {
    const { a } = parametersOf(`a = "${"x".repeat(500)}"`);
    assert.ok(a?.default?.kind === "literal");
    assert.equal(a.default.value, "x".repeat(500));
    assert.ok(a.default.text.length <= 120);
  });
});
