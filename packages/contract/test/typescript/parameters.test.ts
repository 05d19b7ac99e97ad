// What becomes of parameters: names, types, optional ones, the context, properties of a destructured object.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ParameterModel } from "../../src/model/function.ts";
import { onlyTool, parametersOf } from "./reading.ts";
import { shownType } from "./shown-type.ts";

function shown({ name, optional, type, default: given, passing, variadic }: ParameterModel): string {
  const value = given === undefined ? "" : given.kind === "literal" ? ` = ${JSON.stringify(given.value)}` : " = …";
  const how = passing === "positional" ? "" : `${passing} `;
  return `${how}${variadic ? "..." : ""}${name}${optional && !variadic ? "?" : ""}: ${shownType(type)}${value}`;
}

describe("parameters", () => {
  const rows: readonly (readonly [signature: string, shown: readonly string[], before?: string])[] = [
    ["a: string, b?: number", ["a: text", "b?: number"]],
    ["a: string | undefined, b: string | null", ["a?: text", "b: text | null"]],
    ["this: void, a: string", ["a: text"]],
    ["a: string, ...rest: string[]", ["a: text", "...rest: none"]],
    ["input: Input", ["input: Input = { a: text }"], "interface Input { a: string }"],
    ['limit = 20, exact = false, mode = "x"', ["limit: number = 20", "exact: boolean = false", 'mode: text = "x"']],
    ["tags = ['a'], at = { x: 1 }", ['tags: list(text) = ["a"]', 'at: { x: number } = {"x":1}']],
    ["level = Level.Low", ['level: enum Level("low", "high") = "low"'], 'enum Level { Low = "low", High = "high" }'],
    [
      "a, b = [], c = {}, d = null, e = undefined",
      ["a: none", "b: none = []", "c: none = {}", "d: none = null", "e?: none"],
    ],
    ["a = [] as string[], b = (null as string | null)", ["a: list(text) = []", "b: text | null = null"]],
    ["a = undefined as string | undefined", ["a?: text"]],
    ["a = Math.random()", ["a: number = …"]],
    [
      "{ a, b = 2 }: { a: string; b?: number; c: boolean }",
      ["field a: text", "field b?: number = 2", "field c: boolean"],
    ],
    ["{ a: renamed = 1, ...rest }: { a?: number; b: string } = { b: '' }", ["field a?: number = 1", "field b: text"]],
    ["{ a: { b } }: { a: { b: string } }", ["field a: { b: text }"]],
    ["{ a, b = 3 }", ["field a: none", "field b: number = 3"]],
    ["{ a, b = 3 } = {}", ["field a: none", "field b: number = 3"]],
    ["{ a }: Input", ["field a: text"], "type Base = { a: string }; type Input = Readonly<Base>;"],
  ];
  for (const [signature, expected, before] of rows) {
    it(signature, () => assert.deepEqual(Object.values(parametersOf(signature, before)).map(shown), expected));
  }

  it("take their types from the variable's own type", () => {
    const tool = onlyTool(
      'type Handler = (a: "z" | "b", b?: number) => Promise<{ ok: boolean }>; export const f: Handler = async (a, b) => ({ ok: true });',
    );
    assert.deepEqual(tool.parameters.map(shown), ['a: "z" | "b"', "b?: number"]);
    assert.equal(shownType(tool.returns), "{ ok: boolean }");
  });

  it("are placed at their names, properties at the pattern's", () => {
    assert.deepEqual(parametersOf("\n a: string").a?.span, { line: 3, column: 2, endLine: 3, endColumn: 3 });
    const { a, b } = parametersOf("{\n a: x,\n b = 1 }: { a: string; b?: number }");
    assert.deepEqual([a?.span.line, a?.span.column, b?.span.line], [3, 2, 4]);
  });

  it("of a destructured object have their tags by any name of the object, or by none", () => {
    const tool = onlyTool(
      "/**\n * @param input.a - A. @minLength 1\n * @param b - B. @default 3\n * @param options.c.d - D. @minimum 2\n */\nexport function f({ a, b, c }: { a: string; b: number; c: { d: number } }) {}",
    );
    assert.deepEqual(tool.parameters.map(shown), [
      "field a: (text @minLength 1)",
      "field b?: number = 3",
      "field c: { d: (number @minimum 2) }",
    ]);
    assert.deepEqual(
      tool.doc?.parameters.map((entry) => entry.name),
      ["input.a", "b", "options.c.d"],
    );
  });

  it("have the text of a comment in place", () => {
    const { a, b } = parametersOf("/** The a. @minLength 2 */ a: string, b: string /** Behind. */\n");
    assert.equal(a?.description, "The a.");
    assert.equal(shownType(a?.type), "(text @minLength 2)");
    assert.equal(b?.description, "Behind.");
  });
});

describe("the context", () => {
  const toolContext = 'import type { ToolContext } from "haft";\n';
  const rows: readonly (readonly [signature: string, context: unknown, parameters: readonly string[]])[] = [
    ["a: string, ctx: ToolContext", { passing: "positional", index: 1 }, ["a"]],
    ["ctx, a: string", { passing: "positional", index: 0 }, ["a"]],
    ["ctx: string", { passing: "positional", index: 0 }, []],
    ["a: string, context: ToolContext", { passing: "positional", index: 1, name: "context" }, ["a"]],
    ["a: string, { secret }: ToolContext", { passing: "positional", index: 1 }, ["a"]],
    ["this: void, a: string, c?: ToolContext", { passing: "positional", index: 1, name: "c" }, ["a"]],
    ["{ a }: { a: string }, ctx: ToolContext", { passing: "positional", index: 1 }, ["a"]],
    ["{ a }: { a: string }", undefined, ["a"]],
  ];
  for (const [signature, context, parameters] of rows) {
    it(signature, () => {
      const tool = onlyTool(`${toolContext}export function f(${signature}) {}`);
      assert.deepEqual(tool.context, context);
      assert.deepEqual(
        tool.parameters.map((parameter) => parameter.name),
        parameters,
      );
    });
  }

  it("is not any type called ToolContext", () => {
    const tool = onlyTool("interface ToolContext { a: string }\nexport function f(c: ToolContext) {}");
    assert.equal(tool.context, undefined);
  });

  for (const module of ["haft", "@plico-ai/sdk"]) {
    it(`comes from ${module}, also under another name`, () => {
      const tool = onlyTool(
        `import { type ToolContext as C } from "${module}";\nexport const f = (a: string, c: C) => 1;`,
      );
      assert.deepEqual(tool.context, { passing: "positional", index: 1, name: "c" });
    });
  }
});

describe("the return type", () => {
  const rows: readonly (readonly [fn: string, shown: string])[] = [
    ["f(): string { return ''; }", "text"],
    ["f() { return { id: 1, at: new Date() }; }", "{ id: number; at: text(date-time, Date) }"],
    ["f(): Promise<string[]> { return null as any; }", "list(text)"],
    ["f(): Promise<Promise<'b' | 'a'>> { return null as any; }", '"b" | "a"'],
    ["f(): string | undefined { return ''; }", "text | null"],
    ["f(): Date | void {}", "text(date-time, Date) | null"],
    ["f() {}", "none"],
    ["f(): undefined {}", "none"],
    ["f(): never { throw 1; }", "none"],
    ["f(): any {}", "none"],
    ["f(): unknown {}", "none"],
    ["f(): null { return null; }", "null"],
    ["f(a: unknown): a is string { return true; }", "boolean"],
    ["f(): Map<string, string> { return new Map(); }", "HAFT302 Map<string, string>"],
    ["f() { return h.askUser('?'); }", "wait"],
    ["f(a: string) { return a ? h.askUser('?') : { done: !a }; }", "wait | { done: boolean }"],
    ["f(): h.Wait | undefined { return h.sleepFor(1); }", "none"],
  ];
  for (const [fn, expected] of rows) {
    it(fn, () => {
      const tool = onlyTool(`import * as h from "haft";\nexport function ${fn}`);
      assert.equal(shownType(tool.returns), expected);
    });
  }

  it("of an async function is what it resolves to", () => {
    const tool = onlyTool("export const f = async () => [1];");
    assert.equal(shownType(tool.returns), "list(number)");
    assert.equal(tool.isAsync, true);
  });
});
