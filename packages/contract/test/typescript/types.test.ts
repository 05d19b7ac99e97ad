// Every row of the type table: what is written, and what it comes to.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: template literal types are what is read

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onlyTool, parameterOf } from "./reading.ts";
import { shownType } from "./shown-type.ts";

type Row = readonly [written: string, shown: string, before?: string];

function table(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [written, shown, before = ""] of rows) {
      it(`${written}${before && ` with ${before}`} is ${shown}`, () => {
        assert.equal(shownType(parameterOf(written, before).type), shown);
      });
    }
  });
}

table("plain types", [
  ["string", "text"],
  ["boolean", "boolean"],
  ["number", "number"],
  ["null", "null"],
  ["unknown", "anything"],
  ["any", "anything"],
  ["{}", "anything"],
  ["object", "any-object"],
  ["Date", "text(date-time, Date)"],
  ["URL", "text(uri, URL)"],
]);

table("lists and tuples", [
  ["string[]", "list(text)"],
  ["Array<number>", "list(number)"],
  ["ReadonlyArray<boolean>", "list(boolean)"],
  ["readonly unknown[]", "list(anything)"],
  ["(string | undefined)[]", "list(text | null)"],
  ["[string, number]", "[text, number]"],
  ["[string, number?]", "[text, number?]"],
  ["[string, ...number[]]", "[text, ...number]"],
  ["[...string[]]", "list(text)"],
  ["[string, ...number[], boolean]", "[text, ...number | boolean]"],
  ['readonly [x: "b" | "a", y?: Date]', '["b" | "a", text(date-time, Date)?]'],
  ["[]", "[]"],
]);

table("maps", [
  ["Record<string, number>", "map(text, number)"],
  ["{ [key: string]: string[] }", "map(text, list(text))"],
  ["Record<number, string>", "map(integer, text)"],
  ["Record<string, string | undefined>", "map(text, text)"],
  ['Record<"q" | "b", number>', "{ q: number; b: number }"],
  ['{ [K in "z" | "c"]?: K }', '{ z?: "z"; c?: "c" }'],
  ['Partial<Record<"q" | "b", number>>', "{ b?: number; q?: number }"],
  ["Record<symbol, string>", "HAFT302 Record<symbol, string>"],
  ["Record<`a${string}`, string>", "HAFT302 Record<`a${string}`, string>"],
  ["Record<string, string> & { a: string }", "HAFT302 Record<string, string> & { a: string }"],
]);

table("choices, in the order of the source", [
  ['"sms" | "mail"', '"sms" | "mail"'],
  ['"x" | 1 | true', '"x" | 1 | true'],
  ["true | false", "boolean"],
  ['"auto" | boolean', '"auto" | boolean'],
  ['boolean | "auto"', 'boolean | "auto"'],
  ['"b" | null | "a"', '"b" | null | "a"'],
  ['"c" | Two', '"c" | "b" | "a"', 'type One = "a" | "b"; type Two = "b" | "a";'],
  ['Exclude<"z" | "c" | "a", "c">', '"a" | "z"'],
  ["keyof typeof MODES", '"fast" | "slow"', "const MODES = { slow: 2, fast: 1 } as const;"],
  ["(typeof MODES)[number]", '"zeta" | "alpha"', 'const MODES = ["zeta", "alpha"] as const;'],
  ["(typeof MODES)[keyof typeof MODES]", '2 | "x"', 'const MODES = { b: "x", a: 2 } as const;'],
  ["Level", 'enum Level("low", "high")', 'enum Level { Low = "low", High = "high" }'],
  ["Level | null", 'enum Level("low", "high") | null', 'enum Level { Low = "low", High = "high" }'],
  ["N", "enum N(0, 1, 10)", "enum N { A, B, C = 10 }"],
  ["N.C | N.A", "10 | 0", "enum N { A, B, C = 10 }"],
  ["Mixed", 'enum Mixed(1, "xl")', 'const enum Mixed { S = 1, L = "xl" }'],
  ["One", '"only"', 'enum One { Only = "only" }'],
  ["Computed", "number", 'enum Computed { A = "abc".length }'],
  ["Merged", "enum Merged(0, 5)", "enum Merged { A } enum Merged { B = 5 }"],
]);

table("unions", [
  ["number | string", "number | text"],
  ["string | number", "text | number"],
  ['"x" | (string & {})', '"x" | text'],
  ["string[] | Date | null", "list(text) | text(date-time, Date) | null"],
  [
    "Square | Circle",
    'Square = { kind: "s"; side: number } | Circle = { kind: "c"; radius: number }',
    'type Circle = { kind: "c"; radius: number }; type Square = { kind: "s"; side: number };',
  ],
  [
    "Result<number>",
    "{ ok: true; value: number } | { ok: false; error: text }",
    "type Result<T> = { ok: true; value: T } | { ok: false; error: string };",
  ],
]);

table("records", [
  ["{ a: string; b?: number; c: string | undefined; d?: null }", "{ a: text; b?: number; c?: text; d?: null }"],
  ["A", "A = { a: text }", "interface A { a: string }"],
  ["B", "B = { a: text; b: number }", "type A = { a: string }; type B = A & { b: number };"],
  ["Spot", "Point = { x: number }", "interface Point { x: number } type Spot = Point;"],
  ["Empty", "Empty = {  }", "interface Empty {}"],
  ["Omit<A, 'a'>", "{  }", "interface A { a: string }"],
  [
    "Last",
    'Last = { id: "x" | "a"; kind: text; name: text; other: number; last: boolean }',
    'interface Base { id: string; kind: string } interface Other { other: number } interface Middle extends Base { name: string; id: "x" | "a" } interface Last extends Middle, Other { last: boolean }',
  ],
  ["Pick<U, 'n' | 'i'>", "{ i: text; n: text }", "interface U { i: string; n: string; o: boolean }"],
  ["Partial<U>", "{ i?: text; n?: text }", "interface B { i: string } interface U extends B { n: string }"],
  ["Required<{ a?: string }>", "{ a: text }"],
  ["{ b: string } & { a: number }", "{ b: text; a: number }"],
  ["{ [K in keyof U]: U[K][] }", "{ i: list(text); n: list(number) }", "interface U { i: string; n: number }"],
  ['Page<"z" | "a">', '{ items: list("z" | "a"); first: "z" | "a" }', "type Page<T> = { items: T[]; first: T };"],
  ["Page", '{ items: list("z" | "a"); first: "z" | "a" }', 'type Page<T = "z" | "a"> = { items: T[]; first: T };'],
  ['Partial<Page<"z" | "a">>', '{ first?: "z" | "a" }', "type Page<T> = { first: T };"],
  ["Point", "Point = { x: number; y: number }", "class Point { constructor(public x: number, public y = 2) {} }"],
  ["Plain", "Plain = { a: number; b?: text }", "class Plain { a = 1; readonly b?: string; static c = 1; }"],
  ["typeof LIMITS", "{ low: number; high: number }", "const LIMITS = { low: 1, high: 2 };"],
]);

table("recursive types", [
  ["Tree", "Tree = { v: text; kids: list(Tree) }", "interface Tree { v: string; kids: Tree[] }"],
  ["Tree<string>", "Tree = { v: text; kids?: list(Tree) }", "type Tree<T> = { v: T; kids?: Tree<T>[] };"],
  ["List", "List = { v: number; next: List } | null", "type List = { v: number; next: List } | null;"],
  [
    "Json",
    "Json = text | number | list(Json) | map(text, Json)",
    "type Json = string | number | Json[] | { [key: string]: Json };",
  ],
  ["Json | undefined", "Json = text | list(Json)", "type Json = string | Json[];"],
  ["null | Json", "null | Json = text | list(Json)", "type Json = string | Json[];"],
  ["Maybe<Json>", "Json = text | list(Json) | null", "type Json = string | Json[]; type Maybe<T> = T | null;"],
  ["Json | 1 | 'a'", "Json = text | list(Json) | 1", "type Json = string | Json[];"],
  ["{ a?: Op | null }", "{ a?: Op = { b: 1 } | { c: Op | null } | null }", "type Op = { b: 1 } | { c: Op | null };"],
  ["A", "A = { b?: B = { a: A } }", "interface A { b?: B } interface B { a: A }"],
  ["Nest<string>", "HAFT102 Nest<string>", "interface Nest<T> { value: T; next: Nest<T[]> }"],
]);

table("text with a shape", [
  ["`u-${string}`", "text(^u-.*$)"],
  ["`${number}px`", "text(^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?px$)"],
  ["`${string}@${string}.com`", "text(^.*@.*\\.com$)"],
  ['`a${"x" | "y"}`', '"ax" | "ay"'],
  ["Uppercase<string>", "text(^[^a-z]*$)"],
  ["Capitalize<string>", "text(^([^a-z].*)?$)"],
]);

table("names", [
  ["Brand", "text", "type Brand = string & { readonly __brand: unique symbol };"],
  ["Id", "number", 'type Id = number & { __tag: "Id" };'],
  ["Tags", "list(text)", 'type Tags = string[] & { __tag: "Tags" };'],
  ["NonNullable<string | null>", "text"],
  ['ReturnType<() => "a">', '"a"'],
  ["Awaited<Promise<number>>", "number"],
  ['Parameters<(a: "z", b: number) => void>', '["z", number]'],
  ["Base['b']['c']", "list(text)", "interface Base { b: { c: string[] } }"],
]);

table("not data", [
  ["bigint", "HAFT302 bigint"],
  ["symbol", "HAFT302 symbol"],
  ["never", "HAFT302 never"],
  ["void", "HAFT302 void"],
  ["() => void", "HAFT302 () => void"],
  ["new () => Date", "HAFT302 new () => Date"],
  ["Map<string, Date>", "HAFT302 Map<string, Date>"],
  ["Set<string> | null", "HAFT302 Set<string> | null"],
  ["Promise<string>", "HAFT302 Promise<string>"],
  ["RegExp", "HAFT302 RegExp"],
  ["Uint8Array", "HAFT302 Uint8Array"],
  ["Buffer", "HAFT302 Buffer"],
  ["Iterable<string>", "HAFT302 Iterable<string>"],
  ["AsyncGenerator<string>", "HAFT302 AsyncGenerator<string>"],
  ["Error", "HAFT302 Error"],
  ["String", "HAFT302 String"],
  ["Console", "HAFT302 Console"],
  ["Partial<Date>", "HAFT302 Partial<Date>"],
  ["Hidden", "HAFT302 Hidden", "class Hidden { private z = 1; a = 1 }"],
  ["Hash", "HAFT302 Hash", "class Hash { #z = 1; a = 1 }"],
  ["Rows", "HAFT302 Rows", "interface Rows extends Array<string> {}"],
  ["Acts", "HAFT302 Acts", "class Acts { a = 1; go() {} }"],
  ["Acts", "HAFT302 Acts", "interface Acts { a: string; go(): void }"],
  ["Box<Map<string, number>>", "{ inner: HAFT302 Map<string, number> }", "type Box<T> = { inner: T };"],
  ["{ at: { when: Set<string> }[] }", "{ at: list({ when: HAFT302 Set<string> }) }"],
]);

table("names that cannot be resolved", [
  ["Missing", "HAFT308 Missing"],
  ["Missing[]", "list(HAFT308 Missing)"],
  ["string | Missing", "HAFT308 Missing"],
  ["Array<Missing>", "list(HAFT308 Missing)"],
  ["Stranger", "HAFT308 Stranger", 'import type { Stranger } from "not-installed";'],
  ["fs.Stats", "HAFT308 fs.Stats", 'import * as fs from "node:fs";'],
  ["typeof nothing", "HAFT308 nothing"],
  ['Base["nope"]', 'HAFT308 Base["nope"]', "interface Base { a: string }"],
  ["A", "HAFT308 A", "type A = B; type B = A;"],
]);

describe("a type parameter", () => {
  it("is its constraint, else anything", () => {
    const tool = onlyTool("export function f<T extends { id: string }, U, V extends U>(a: T, b: U[], c: V) {}");
    assert.deepEqual(
      tool.parameters.map(({ type }) => shownType(type)),
      ["{ id: text }", "list(anything)", "anything"],
    );
  });
});

describe("undefined", () => {
  for (const written of ["string | undefined", "undefined | string"]) {
    it(`makes a parameter optional: ${written}`, () => {
      const parameter = parameterOf(written);
      assert.equal(shownType(parameter.type), "text");
      assert.equal(parameter.optional, true);
    });
  }
});

describe("what to use instead", () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ["Map<string, number>", /`Record<string, T>`/],
    ["Set<string>", /`T\[\]` with the tag `@uniqueItems`/],
    ["bigint", /`number`, or `string`/],
    ["Uint8Array", /base64/],
    ["Iterator<string>", /`T\[\]`/],
  ];
  for (const [written, hint] of rows) {
    it(`is said of ${written}`, () => {
      const { type } = parameterOf(written);
      assert.ok(type?.kind === "fault");
      assert.match(type.fault.hint, hint);
    });
  }
});
