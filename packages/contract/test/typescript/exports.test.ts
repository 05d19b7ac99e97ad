// Which exported functions are tools, under which names, and where they stand.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onlyTool, readSource } from "./reading.ts";

function names(text: string): string[] {
  return readSource(text).tools.map(({ toolName, name, exportName }) =>
    [toolName, ...(name === toolName ? [] : [name]), ...(exportName === toolName ? [] : [`as ${exportName}`])].join(
      " ",
    ),
  );
}

describe("exported functions", () => {
  const rows: readonly (readonly [text: string, tools: readonly string[]])[] = [
    ["export function f() {}", ["f"]],
    ["export async function f() {}", ["f"]],
    ["export const f = () => 1;", ["f"]],
    ["export const f = async function () {};", ["f"]],
    ["export const f = function named() {}, g = () => 1;", ["f", "g"]],
    ["export let f = () => 1; export var g = () => 2;", ["f", "g"]],
    ["export const f = ((a: string) => a) as unknown as () => void;", ["f"]],
    ["export const f = ((a) => a) satisfies (a: string) => string;", ["f"]],
    ["function f() {}\nexport { f };", ["f"]],
    ["function f() {}\nexport { f as g };", ["g f"]],
    ["export { f as g };\nconst f = () => 1;", ["g f"]],
    ["export function f() {}\nexport { f as g };", ["f", "g f"]],
    ["export default function f() {}", ["f as default"]],
    ["function f() {}\nexport default f;", ["f as default"]],
    ["const f = () => 1;\nexport { f as default };", ["f as default"]],
    ["function f() {}\nexport { f as 'a-b' };", ["a-b f"]],
    ["export function b() {}\nexport function a() {}", ["b", "a"]],
  ];
  for (const [text, tools] of rows) {
    it(`${text.replaceAll("\n", " ")} gives ${tools.join(", ")}`, () => assert.deepEqual(names(text), tools));
  }
});

describe("what is no tool", () => {
  const rows = [
    "function f() {}",
    "export const LIMIT = 3;",
    "export class Helper {}",
    "export interface Options { a: string }",
    "export type F = () => void;",
    "export enum E { A }",
    'export { helper } from "./other";',
    'export * from "./more";',
    'export * as more from "./more";',
    "function wrap(f: unknown) { return f; }\nexport const g = wrap(() => 1) as () => number;",
    "export default 3;",
    "export default { a: () => 1 };",
    "export declare function f(): void;",
    "function f() {}\nexport type { f };",
    "export namespace Inner { export function f() {} }",
    "/** @internal */\nexport function f() {}",
    "/**\n * A helper.\n * @internal\n */\nexport const f = () => 1;",
    'import { f } from "./f.ts";\nexport { f };',
    "",
  ];
  for (const text of rows) {
    it(text.replaceAll("\n", " ") || "nothing", () => {
      const { tools, faults } = readSource(text);
      assert.deepEqual(faults, []);
      assert.deepEqual(tools, []);
    });
  }
});

describe("a default export without a name", () => {
  for (const text of [
    "export default function () {}",
    "export default () => 1;",
    "export default (async (a: string) => a);",
  ]) {
    it(`has the empty name: ${text}`, () => {
      const tool = onlyTool(text);
      assert.equal(tool.toolName, "");
      assert.equal(tool.exportName, "default");
      assert.equal(tool.span.line, 1);
    });
  }
});

describe("a signature that no schema can describe", () => {
  it("has overloads, and is placed at the first", () => {
    const tool = onlyTool(
      "\nexport function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown) {}",
    );
    assert.equal(tool.signatureFault?.code, "HAFT304");
    assert.equal(tool.signatureFault?.span.line, 2);
    assert.deepEqual(tool.parameters, []);
  });

  for (const text of [
    "export function* f() {}",
    "export async function* f() {}",
    "export const f = function* () {};",
  ]) {
    it(`is a generator: ${text}`, () => assert.equal(onlyTool(text).signatureFault?.code, "HAFT304"));
  }

  const destructured: readonly (readonly [signature: string, line: number, code: string])[] = [
    ["{ a }: { a: string }, b: string", 1, "HAFT304"],
    ["b: string,\n { a }: { a: string }", 2, "HAFT304"],
    ["{ a }: { a: 1 } | { a: 2 }", 1, "HAFT304"],
    ["{ a }: Record<string, string>", 1, "HAFT304"],
    ["{ a }: any", 1, "HAFT304"],
    ["[a]: string[]", 1, "HAFT304"],
    ["{ size }: Map<string, string>", 1, "HAFT302"],
    ["{ a }: Missing", 1, "HAFT308"],
  ];
  for (const [signature, line, code] of destructured) {
    it(`takes its arguments apart from no one object: ${signature.replaceAll("\n", " ")}`, () => {
      const { signatureFault } = onlyTool(`export function f(${signature}) {}`);
      assert.equal(signatureFault?.code, code);
      assert.equal(signatureFault?.span.line, line);
    });
  }
});

describe("places", () => {
  it("are from the export to the name, and to the end of the body", () => {
    const tool = onlyTool("const x = 1;\n  export const f =\n  () => {\n    return x;\n  };");
    assert.deepEqual(tool.span, { line: 2, column: 3, endLine: 2, endColumn: 17 });
    assert.equal(tool.endLine, 5);
  });

  it("of a function exported below it are those of the function", () => {
    const tool = onlyTool("function f() {\n}\n\nexport { f as g };");
    assert.equal(tool.span.line, 1);
    assert.equal(tool.endLine, 2);
  });
});

describe("syntax errors", () => {
  it("are each told with their place, and nothing else is", () => {
    const { tools, faults } = readSource("const a = ;\nexport function f() {}\n  const b = ;");
    assert.deepEqual(tools, []);
    assert.deepEqual(
      faults.map(({ code, span }) => [code, span.line, span.column]),
      [
        ["HAFT101", 1, 11],
        ["HAFT101", 3, 13],
      ],
    );
  });

  it("are none where only types are wrong", () => {
    const tool = onlyTool('export function f(a: string): number { const b: number = "x"; return a; }');
    assert.equal(tool.returns?.kind, "number");
  });
});
