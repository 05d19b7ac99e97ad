// Every row of the type table in TypeScript: a type, what is sent, what the function sees, and what comes back.

import type { Json } from "@haft/sdk/wire";

/** One type and one value. */
export interface TypeScriptRow {
  readonly type: string;
  readonly sent: Json;
  /** What `inspect` shows of what the function received. */
  readonly seen: string;
  /** What comes back when the function returns what it received; default: what was sent. */
  readonly back?: Json;
}

/** What the rows' types name. */
export const DECLARATIONS = `
import { inspect } from "node:util";

interface Address {
  street: string;
  since: Date;
}

type Loose = Partial<Address>;

interface Base {
  id: number;
}

interface Derived extends Base {
  name?: string;
  readonly tags: readonly string[];
}

interface Tree {
  value: number;
  children: Tree[];
}

interface Linked {
  at: Date;
  next: Linked | null;
}

type Shape = { kind: "circle"; radius: number } | { kind: "square"; side: number };

enum Colour {
  Red = "red",
  Blue = "blue",
}

enum Level {
  Low,
  High,
}

const SIZES = ["s", "m", "l"] as const;
const TABLE = { one: 1, two: 2 } as const;

type UserId = string & { readonly brand: unique symbol };
type Page<T> = { items: T[]; next?: string };
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

class Point {
  x: number = 0;
  y: number = 0;
}

Object.defineProperty(URL.prototype, inspect.custom, { value(this: URL) { return \`URL \${this.href}\`; } });

const seen = (value: unknown): string => inspect(value, { depth: 9, breakLength: Infinity, sorted: true });
`;

/** The rows. */
export const TYPESCRIPT_ROWS: readonly TypeScriptRow[] = [
  // text, truth, numbers
  { type: "string", sent: "Zoë 🦊", seen: "'Zoë 🦊'" },
  { type: "boolean", sent: true, seen: "true" },
  { type: "number", sent: 2.5, seen: "2.5" },
  // absent
  { type: "null", sent: null, seen: "null" },
  { type: "string | null", sent: null, seen: "null" },
  {
    type: "Date | null",
    sent: "2026-03-01T00:00:00Z",
    seen: "2026-03-01T00:00:00.000Z",
    back: "2026-03-01T00:00:00.000Z",
  },
  // lists
  { type: "unknown[]", sent: [1, "a", null], seen: "[ 1, 'a', null ]" },
  { type: "number[]", sent: [1, 2], seen: "[ 1, 2 ]" },
  { type: "Array<Date>", sent: ["2026-03-01T00:00:00.000Z"], seen: "[ 2026-03-01T00:00:00.000Z ]" },
  { type: "ReadonlyArray<string>", sent: ["a"], seen: "[ 'a' ]" },
  { type: "readonly URL[]", sent: ["https://a.example/"], seen: "[ URL https://a.example/ ]" },
  // tuples
  { type: "[Date, number?]", sent: ["2026-03-01T00:00:00.000Z"], seen: "[ 2026-03-01T00:00:00.000Z ]" },
  { type: "[Date, number?]", sent: ["2026-03-01T00:00:00.000Z", 1], seen: "[ 2026-03-01T00:00:00.000Z, 1 ]" },
  { type: "[string, ...Date[]]", sent: ["a", "2026-03-01T00:00:00.000Z"], seen: "[ 'a', 2026-03-01T00:00:00.000Z ]" },
  // maps
  { type: "Record<string, Date>", sent: { a: "2026-03-01T00:00:00.000Z" }, seen: "{ a: 2026-03-01T00:00:00.000Z }" },
  { type: "Record<number, string>", sent: { "3": "c" }, seen: "{ '3': 'c' }" },
  { type: "{ [key: string]: number }", sent: { a: 1 }, seen: "{ a: 1 }" },
  { type: 'Record<"a" | "b", number>', sent: { a: 1, b: 2 }, seen: "{ a: 1, b: 2 }" },
  { type: 'Partial<Record<"a" | "b", number>>', sent: { b: 2 }, seen: "{ b: 2 }" },
  // choices
  { type: '"a" | "b"', sent: "b", seen: "'b'" },
  { type: '1 | "one" | true | null', sent: true, seen: "true" },
  { type: "Colour", sent: "blue", seen: "'blue'" },
  { type: "Level", sent: 1, seen: "1" },
  { type: "(typeof SIZES)[number]", sent: "m", seen: "'m'" },
  { type: "keyof typeof TABLE", sent: "two", seen: "'two'" },
  // unions
  { type: "number | string", sent: "5", seen: "'5'" },
  { type: "Date | number", sent: 5, seen: "5" },
  { type: "Date | number", sent: "2026-03-01T00:00:00.000Z", seen: "2026-03-01T00:00:00.000Z" },
  { type: "number[] | Record<string, number>", sent: { a: 1 }, seen: "{ a: 1 }" },
  { type: "Shape", sent: { kind: "square", side: 2 }, seen: "{ kind: 'square', side: 2 }" },
  { type: "Shape | null", sent: null, seen: "null" },
  { type: "Address | Base", sent: { id: 1 }, seen: "{ id: 1 }" },
  { type: "Json", sent: { a: ["b", [1, null]] }, seen: "{ a: [ 'b', [ 1, null ] ] }" },
  // records
  {
    type: "Address",
    sent: { street: "s", since: "2026-03-01T00:00:00.000Z" },
    seen: "{ since: 2026-03-01T00:00:00.000Z, street: 's' }",
  },
  { type: "Loose", sent: { since: "2026-03-01T00:00:00.000Z" }, seen: "{ since: 2026-03-01T00:00:00.000Z }" },
  { type: "Loose", sent: {}, seen: "{}" },
  { type: "Derived", sent: { id: 1, tags: ["a"] }, seen: "{ id: 1, tags: [ 'a' ] }" },
  { type: 'Pick<Derived, "id">', sent: { id: 1 }, seen: "{ id: 1 }" },
  { type: 'Omit<Derived, "id" | "name">', sent: { tags: [] }, seen: "{ tags: [] }" },
  {
    type: "Base & { extra: Date }",
    sent: { id: 1, extra: "2026-03-01T00:00:00.000Z" },
    seen: "{ extra: 2026-03-01T00:00:00.000Z, id: 1 }",
  },
  { type: "{ [K in keyof Base]: string }", sent: { id: "1" }, seen: "{ id: '1' }" },
  {
    type: "Page<Date>",
    sent: { items: ["2026-03-01T00:00:00.000Z"] },
    seen: "{ items: [ 2026-03-01T00:00:00.000Z ] }",
  },
  {
    type: "Tree",
    sent: { value: 1, children: [{ value: 2, children: [] }] },
    seen: "{ children: [ { children: [], value: 2 } ], value: 1 }",
  },
  {
    type: "Linked",
    sent: { at: "2026-03-01T00:00:00.000Z", next: { at: "2026-03-02T00:00:00.000Z", next: null } },
    seen: "{ at: 2026-03-01T00:00:00.000Z, next: { at: 2026-03-02T00:00:00.000Z, next: null } }",
  },
  { type: "Point", sent: { x: 1, y: 2 }, seen: "{ x: 1, y: 2 }" },
  {
    type: '{ "a-b": number; nested?: { when: Date } }',
    sent: { "a-b": 1, nested: { when: "2026-03-01T00:00:00.000Z" } },
    seen: "{ 'a-b': 1, nested: { when: 2026-03-01T00:00:00.000Z } }",
  },
  // text with a shape
  {
    type: "Date",
    sent: "2026-03-01T10:00:00+02:00",
    seen: "2026-03-01T08:00:00.000Z",
    back: "2026-03-01T08:00:00.000Z",
  },
  { type: "Date", sent: "2026-03-01T10:00:00", seen: "2026-03-01T10:00:00.000Z", back: "2026-03-01T10:00:00.000Z" },
  { type: "URL", sent: "https://a.example/b?c=1", seen: "URL https://a.example/b?c=1" },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a type of TypeScript, written out
  { type: "`v${number}`", sent: "v1.5", seen: "'v1.5'" },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a type of TypeScript, written out
  { type: "`${string}.txt`", sent: "a.txt", seen: "'a.txt'" },
  // anything
  { type: "unknown", sent: { a: [1, null] }, seen: "{ a: [ 1, null ] }" },
  { type: "any", sent: "x", seen: "'x'" },
  { type: "object", sent: { a: 1 }, seen: "{ a: 1 }" },
  { type: "{}", sent: 5, seen: "5" },
  // names
  { type: "UserId", sent: "u", seen: "'u'" },
];
