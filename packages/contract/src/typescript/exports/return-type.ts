// What a function returns: without `Promise`, and without the waits, which are not its result.

import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import type { Source } from "../source.ts";
import type { TypeReader } from "../types/read-type.ts";
import type { FunctionNode } from "./local-functions.ts";

/** Reads the return type. Absent where it says nothing: `void`, `undefined`, `never`, `any`, `unknown`. */
export function returnType(source: Source, types: TypeReader, fn: FunctionNode): TypeNode | undefined {
  const { checker } = source;
  const signature = checker.getSignatureFromDeclaration(fn);
  if (signature === undefined) return undefined;
  const declared = fn.type === undefined ? contextualReturn(source, fn) : undefined;
  const type = declared ?? signature.getReturnType();
  const awaited = checker.getAwaitedType(type) ?? type;
  const node = fn.type && withoutPromise(fn.type);
  if ((awaited.flags & saysNothing) !== 0) return undefined;
  if (!hasAbsent(awaited)) return types.read(awaited, node);
  const present = types.readPresent(awaited, node);
  // Nothing beside something is null, the last member; beside a wait it is nothing.
  return present.kind === "wait" ? undefined : { kind: "union", members: [present, { kind: "null" }] };
}

const absent = ts.TypeFlags.Void | ts.TypeFlags.Undefined;
const saysNothing = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never | absent;

function hasAbsent(type: ts.Type): boolean {
  return type.isUnion() && type.types.some((member) => (member.flags & absent) !== 0);
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
