// Unions: their members in the order of the source, sorted where it writes none.

import type { Json } from "@haft/sdk/wire";
import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import { enumMembers, enumNode, enumOf } from "./enum-type.ts";
import { literalOf } from "./primitive-type.ts";
import type { TypeReading } from "./type-reading.ts";
import { type OrderedMember, orderMembers } from "./written-order.ts";
import { given, unfold, type WrittenType } from "./written-type.ts";

/** Reads the members of a union. */
export function unionNode(reading: TypeReading, members: readonly ts.Type[], as: WrittenType | undefined): TypeNode {
  const ordered = orderMembers(reading.source, members, as);
  const wholes = new Map([...wholeTypes(reading, members), ...recursiveParts(reading, members, as)]);
  const nodes: TypeNode[] = [];
  let literals: Json[] | undefined;
  for (const member of ordered) {
    const whole = wholes.get(member.type);
    const value = whole === undefined ? literalOf(member.type) : undefined;
    if (value === undefined) {
      literals = undefined;
      addOnce(nodes, whole ?? convertMember(reading, member));
    } else if (literals === undefined) {
      // Neighbouring literals are one node.
      literals = [value];
      nodes.push({ kind: "literal", values: literals });
    } else literals.push(value);
  }
  const [only] = nodes;
  return only !== undefined && nodes.length === 1 ? only : { kind: "union", members: nodes };
}

function addOnce(nodes: TypeNode[], node: TypeNode): void {
  if (!nodes.includes(node)) nodes.push(node);
}

function convertMember(reading: TypeReading, member: OrderedMember): TypeNode {
  return reading.convert(member.type, member.as);
}

// `true | false` and all the members of one enum are that type again; each maps to the one node that stands for all.
function wholeTypes(reading: TypeReading, members: readonly ts.Type[]): ReadonlyMap<ts.Type, TypeNode> {
  const groups = Map.groupBy(members, (member) =>
    typeof literalOf(member) === "boolean" ? "boolean" : enumOf(reading.source, member),
  );
  const found = new Map<ts.Type, TypeNode>();
  for (const [key, group] of groups) {
    const node = key === undefined ? undefined : wholeNode(reading, key, group.length);
    if (node !== undefined) for (const member of group) found.set(member, node);
  }
  return found;
}

// `Json | null`: the checker takes the union behind a name apart. One that leads back to itself keeps its name.
function recursiveParts(
  reading: TypeReading,
  members: readonly ts.Type[],
  as: WrittenType | undefined,
): ReadonlyMap<ts.Type, TypeNode> {
  const found = new Map<ts.Type, TypeNode>();
  const { source } = reading;
  const behind = as && unfold(source, as).type;
  if (behind === undefined || !ts.isUnionTypeNode(behind.node)) return found;
  for (const node of behind.node.types) {
    const member = given(source, { node, arguments: behind.arguments });
    if (!ts.isTypeReferenceNode(member.node)) continue;
    const part = source.checker.getTypeFromTypeNode(member.node);
    if (!part.isUnion() || part.aliasSymbol === undefined || !part.types.every((one) => members.includes(one)))
      continue;
    const converted = reading.convert(part, member);
    if (converted.kind === "named") for (const one of part.types) found.set(one, converted);
  }
  return found;
}

function wholeNode(reading: TypeReading, key: "boolean" | ts.Symbol, count: number): TypeNode | undefined {
  if (key === "boolean") return count === 2 ? { kind: "boolean" } : undefined;
  return enumMembers(reading.source, key).length === count ? enumNode(reading.source, key) : undefined;
}
