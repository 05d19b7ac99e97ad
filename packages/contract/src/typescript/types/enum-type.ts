// Enums: their values as the checker computes them, in the order of declaration.

import type { Json } from "@haft/sdk/wire";
import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import type { Source } from "../source.ts";

/** The enum that a literal type is a member of. */
export function enumOf(source: Source, type: ts.Type): ts.Symbol | undefined {
  if ((type.flags & ts.TypeFlags.EnumLiteral) === 0 || type.isUnion()) return undefined;
  const member = type.symbol.valueDeclaration;
  if (member === undefined || !ts.isEnumMember(member)) return undefined;
  return source.checker.getSymbolAtLocation(member.parent.name);
}

/** The members of an enum, over all of its declarations. */
export function enumMembers(source: Source, symbol: ts.Symbol): readonly ts.Symbol[] {
  return membersOf(symbol)
    .map((member) => source.checker.getSymbolAtLocation(member.name))
    .filter((member) => member !== undefined);
}

/** A whole enum as a node. */
export function enumNode(source: Source, symbol: ts.Symbol): TypeNode & { readonly kind: "enum" } {
  const values = membersOf(symbol).map((member): Json | undefined => source.checker.getConstantValue(member));
  return { kind: "enum", name: symbol.name, values: values.filter((value) => value !== undefined) };
}

function membersOf(symbol: ts.Symbol): readonly ts.EnumMember[] {
  return (symbol.declarations ?? []).filter(ts.isEnumDeclaration).flatMap((declaration) => [...declaration.members]);
}
