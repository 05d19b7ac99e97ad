// The order in which a union's members are written. The checker keeps them in the order in which it met their types.

import ts from "typescript";
import type { Source } from "../source.ts";
import { enumMembers } from "./enum-type.ts";
import { literalOf } from "./primitive-type.ts";
import { unfold, type WrittenType } from "./written-type.ts";

/** A member of a union, with the node that writes it where there is one. */
export interface OrderedMember {
  readonly type: ts.Type;
  readonly as?: WrittenType;
}

/** Puts the members of a union in the order of the source; members that it does not write follow, sorted. */
export function orderMembers(
  source: Source,
  members: readonly ts.Type[],
  as: WrittenType | undefined,
): readonly OrderedMember[] {
  const positions = as === undefined ? new Map<unknown, Place>() : positionsIn(source, as);
  const placed = members.map((type) => ({
    type,
    place: positions.get(keyOf(type)) ?? positions.get(type.symbol) ?? undefined,
  }));
  placed.sort((a, b) => {
    if (a.place === undefined && b.place === undefined) return compareUnwritten(source, a.type, b.type);
    return (a.place?.index ?? Number.POSITIVE_INFINITY) - (b.place?.index ?? Number.POSITIVE_INFINITY);
  });
  return placed.map(({ type, place }) => ({ type, ...(place?.as && { as: place.as }) }));
}

/** The names of literal types in the order they are written, for the properties of `Record<"b" | "a", T>`. */
export function orderNames(source: Source, names: readonly string[], as: WrittenType): readonly string[] {
  const positions = positionsIn(source, as);
  const indexOf = (name: string) =>
    positions.get(`string:${name}`)?.index ?? positions.get(`number:${name}`)?.index ?? Number.POSITIVE_INFINITY;
  return [...names].sort((a, b) => (indexOf(a) === indexOf(b) ? compare(a, b) : indexOf(a) - indexOf(b)));
}

interface Place {
  readonly index: number;
  readonly as?: WrittenType;
}

type Positions = Map<unknown, Place>;

function positionsIn(source: Source, as: WrittenType): Positions {
  const positions: Positions = new Map();
  addPositions(source, as, positions, 0);
  return positions;
}

function addPositions(source: Source, start: WrittenType, positions: Positions, depth: number): void {
  const { type: as } = unfold(source, start);
  if (ts.isUnionTypeNode(as.node) && depth < 50) {
    for (const node of as.node.types) addPositions(source, { node, arguments: as.arguments }, positions, depth + 1);
    return;
  }
  const type = source.checker.getTypeFromTypeNode(as.node);
  if (!type.isUnion()) {
    add(positions, keyOf(type), { index: positions.size, as: start });
    // A generic's own node has another type than its instance, but the same symbol.
    if (type.flags & ts.TypeFlags.Object) add(positions, type.symbol, { index: positions.size - 1, as: start });
    return;
  }
  for (const member of expanded(source, as.node, type)) add(positions, keyOf(member), { index: positions.size });
}

function add(positions: Positions, key: unknown, place: Place): void {
  if (key !== undefined && !positions.has(key)) positions.set(key, place);
}

// One node that stands for several members: an enum, the elements of a list that is written out, or no order at all.
function expanded(source: Source, node: ts.TypeNode, type: ts.UnionType): readonly ts.Type[] {
  if (type.flags & ts.TypeFlags.EnumLiteral) {
    const order = enumMembers(source, type.symbol);
    return [...type.types].sort((a, b) => order.indexOf(a.symbol) - order.indexOf(b.symbol));
  }
  if (ts.isIndexedAccessTypeNode(node)) {
    const list = source.checker.getTypeFromTypeNode(node.objectType);
    if (source.checker.isTupleType(list)) return source.checker.getTypeArguments(list as ts.TypeReference);
  }
  return [...type.types].sort((a, b) => compareUnwritten(source, a, b));
}

// A literal type has two objects, one of them for where it was inferred.
function keyOf(type: ts.Type): unknown {
  if (type.flags & ts.TypeFlags.EnumLiteral && !type.isUnion()) return type.symbol;
  const value = literalOf(type);
  return value === undefined ? type : `${typeof value}:${value}`;
}

function compareUnwritten(source: Source, a: ts.Type, b: ts.Type): number {
  const [left, right] = [literalOf(a), literalOf(b)];
  if (left === undefined && right === undefined) {
    return compare(source.checker.typeToString(a), source.checker.typeToString(b));
  }
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
  return typeof left === "number" && typeof right === "number" ? left - right : compare(String(left), String(right));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
