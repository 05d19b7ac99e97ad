// What a function returns: without `Promise`, and without the waits, which are not its result.

import ts from "typescript";
import type { Span } from "../../model/place.ts";
import type { TypeNode } from "../../model/type.ts";
import { isFromHaft, type Source } from "../source.ts";
import type { TypeReader } from "../types/read-type.ts";
import type { FunctionNode } from "./local-functions.ts";

/**
 * Reads the return type. Absent where it says nothing: `void`, `undefined`, `never`, `any`, `unknown`. A function that
 * only waits returns a union of no members.
 */
export function returnType(source: Source, types: TypeReader, fn: FunctionNode, place: Span): TypeNode | undefined {
  const { checker } = source;
  const signature = checker.getSignatureFromDeclaration(fn);
  if (signature === undefined) return undefined;
  const declared = fn.type === undefined ? contextualReturn(source, fn) : undefined;
  const type = declared ?? signature.getReturnType();
  const awaited = checker.getAwaitedType(type) ?? type;
  const members = awaited.isUnion() ? awaited.types : [awaited];
  const present = members.filter((member) => !isWait(member) && !isAbsent(member));
  const waits = members.some(isWait);
  const absent = members.some(isAbsent);
  if (present.length === 0) return waits && !absent ? { kind: "union", members: [] } : undefined;
  if (present.some((member) => (member.flags & saysNothing) !== 0)) return undefined;
  const node = fn.type && withoutPromise(fn.type);
  const result =
    present.length === members.length ? types.read(awaited, place, node) : types.readMembers(present, place, node);
  return absent ? { kind: "union", members: [result, { kind: "null" }] } : result;
}

const saysNothing = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never;

function isAbsent(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) !== 0;
}

function isWait(type: ts.Type): boolean {
  return type.symbol?.name === "Wait" && isFromHaft(type.symbol);
}

function contextualReturn(source: Source, fn: FunctionNode): ts.Type | undefined {
  if (ts.isFunctionDeclaration(fn)) return undefined;
  const signatures = source.checker.getContextualType(fn)?.getNonNullableType().getCallSignatures() ?? [];
  const type = signatures.length === 1 ? signatures[0]?.getReturnType() : undefined;
  // What only allows any function says nothing of this one.
  return type === undefined || (type.flags & saysNothing) !== 0 ? undefined : type;
}

function withoutPromise(node: ts.TypeNode): ts.TypeNode {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return node;
  const [inner] = node.typeArguments ?? [];
  return inner !== undefined && /^Promise(Like)?$/.test(node.typeName.text) ? withoutPromise(inner) : node;
}
