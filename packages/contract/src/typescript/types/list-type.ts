// Arrays and tuples.

import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import type { TypeReading } from "./type-reading.ts";
import { unfold, type WrittenType } from "./written-type.ts";

/** Reads an array or a tuple; `undefined` for any other type. */
export function listNode(reading: TypeReading, type: ts.Type, as: WrittenType | undefined): TypeNode | undefined {
  const { checker } = reading.source;
  if (checker.isTupleType(type)) return tupleNode(reading, type as ts.TupleTypeReference, as);
  if (!checker.isArrayType(type)) return undefined;
  const [items] = checker.getTypeArguments(type as ts.TypeReference);
  if (items === undefined) return { kind: "list", items: { kind: "anything" } };
  return { kind: "list", items: reading.convert(items, as && itemNode(reading, as)) };
}

function itemNode(reading: TypeReading, as: WrittenType): WrittenType | undefined {
  const { type } = unfold(reading.source, as);
  if (ts.isArrayTypeNode(type.node)) return { node: type.node.elementType, arguments: type.arguments };
  if (!ts.isTypeReferenceNode(type.node)) return undefined;
  const [node] = type.node.typeArguments ?? [];
  return node && { node, arguments: type.arguments };
}

function tupleNode(reading: TypeReading, type: ts.TupleTypeReference, as: WrittenType | undefined): TypeNode {
  const types = reading.source.checker.getTypeArguments(type);
  const flags = type.target.elementFlags;
  const nodes = as && elementNodes(reading, as, types.length);
  const items: TypeNode[] = [];
  const rests: TypeNode[] = [];
  for (const [index, element] of types.entries()) {
    const flag = flags[index] ?? ts.ElementFlags.Required;
    const open = rests.length > 0 || (flag & ts.ElementFlags.Variable) !== 0;
    const node = nodes?.[index];
    if (open) rests.push(reading.convert(element, node));
    else
      items.push(
        flag & ts.ElementFlags.Optional ? reading.convertPresent(element, node) : reading.convert(element, node),
      );
  }
  const tuple = { kind: "tuple", items, minItems: Math.min(type.target.minLength, items.length) } as const;
  const [rest] = rests;
  if (rest === undefined) return tuple;
  return { ...tuple, rest: rests.length === 1 ? rest : { kind: "union", members: rests } };
}

function elementNodes(reading: TypeReading, as: WrittenType, count: number): readonly WrittenType[] | undefined {
  const { type } = unfold(reading.source, as);
  if (!ts.isTupleTypeNode(type.node) || type.node.elements.length !== count) return undefined;
  return type.node.elements.map((element) => ({ node: restElement(element), arguments: type.arguments }));
}

// `...T[]` and `...rest: T[]` give each further element the type `T`.
function restElement(node: ts.TypeNode): ts.TypeNode {
  const inner = ts.isNamedTupleMember(node) && node.dotDotDotToken !== undefined ? node.type : node;
  const list = ts.isRestTypeNode(inner) ? inner.type : inner === node ? undefined : inner;
  return list !== undefined && ts.isArrayTypeNode(list) ? list.elementType : inner;
}
