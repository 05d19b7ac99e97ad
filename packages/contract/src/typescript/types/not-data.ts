// Types that are not data: what was found, and what to write instead.

import ts from "typescript";
import type { TypeFault, TypeNode } from "../../model/type.ts";
import { isLibraryFile } from "../service/library-files.ts";
import { isFromLibrary, type Source, textOf } from "../source.ts";
import type { TypeReading } from "./type-reading.ts";
import { given, unfold, type WrittenType } from "./written-type.ts";

type Code = TypeFault["code"];

/** A fault node for a type. */
export function faultNode(code: Code, found: string, hint: string): TypeNode {
  return { kind: "fault", fault: { code, found, hint } };
}

/** A 302 for a type, named as its author wrote it. */
export function notData(reading: TypeReading, type: ts.Type, as: WrittenType | undefined, hint: string): TypeNode {
  return faultNode("HAFT302", nameOf(reading, type, as), hint);
}

/** A type's name for messages: as written where the node is at hand, else as the checker prints it. */
export function nameOf({ source }: TypeReading, type: ts.Type, as: WrittenType | undefined): string {
  const node = as && givenNode(source, as);
  if (node !== undefined) return textOf(node);
  return source.checker.typeToString(type, undefined, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);
}

// A type parameter's own name says nothing, nor does what the language writes: what was given does.
function givenNode(source: Source, as: WrittenType): ts.TypeNode | undefined {
  const { node } = given(source, as);
  if (!isLibraryFile(node.getSourceFile().fileName)) return node;
  const behind = unfold(source, as).type.node;
  return isLibraryFile(behind.getSourceFile().fileName) ? undefined : behind;
}

/** What to use instead of a function. */
export const insteadOfFunction = "A model cannot pass a function: take the values that it would need.";

/** What to use instead of a primitive that JSON does not have. */
export function insteadOfPrimitive(flags: ts.TypeFlags): string | undefined {
  if (flags & ts.TypeFlags.BigIntLike) return "Use `number`, or `string` for whole numbers beyond 2^53.";
  if (flags & ts.TypeFlags.ESSymbolLike) return 'Use `string`, or the names in quotes: `"a" | "b"`.';
  if (flags & ts.TypeFlags.Never) return "No value has this type: write the type of the values that may come.";
  if (flags & ts.TypeFlags.Void) return "Use `null` for a value that is not there.";
  return undefined;
}

const bytes = "Use `string` with the bytes in base64.";
const list = "Use an array: `T[]`.";
const classes: Readonly<Record<string, string>> = {
  Map: "Use `Record<string, T>`, or an array of entries.",
  ReadonlyMap: "Use `Record<string, T>`, or an array of entries.",
  WeakMap: "Use `Record<string, T>`.",
  Set: "Use `T[]` with the tag `@uniqueItems`.",
  ReadonlySet: "Use `T[]` with the tag `@uniqueItems`.",
  WeakSet: "Use `T[]` with the tag `@uniqueItems`.",
  Promise: "Take the value itself, without `Promise`.",
  PromiseLike: "Take the value itself, without `PromiseLike`.",
  RegExp: "Use `string`, and make the expression from it.",
  Error: "Use `string` with the message.",
  Function: insteadOfFunction,
  Symbol: "Use `string`.",
  BigInt: "Use `number`, or `string` for whole numbers beyond 2^53.",
  String: "Use `string`.",
  Number: "Use `number`.",
  Boolean: "Use `boolean`.",
  Object: "Use `object`, or an interface with the properties.",
  URLSearchParams: "Use `Record<string, string>`.",
  Headers: "Use `Record<string, string>`.",
  FormData: "Use an interface with the fields.",
  ArrayBuffer: bytes,
  SharedArrayBuffer: bytes,
  DataView: bytes,
  Blob: bytes,
  Buffer: bytes,
};

/** What to use instead of one of the language's own classes; `undefined` for any other type. */
export function insteadOfLibraryClass(symbol: ts.Symbol | undefined): string | undefined {
  if (symbol === undefined || !isFromLibrary(symbol)) return undefined;
  const { name } = symbol;
  if (Object.hasOwn(classes, name)) return classes[name];
  if (/^(Big)?(Uint|Int|Float)\d+(Clamped)?Array$/.test(name)) return bytes;
  if (/Itera(ble|tor)|Generator|ArrayLike|Array$/.test(name)) return list;
  return undefined;
}
