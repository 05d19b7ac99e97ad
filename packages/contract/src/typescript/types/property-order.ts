// The order of a record's properties: inherited ones first, then as they are declared.

import ts from "typescript";
import type { Source } from "../source.ts";

/** The properties of an object type, in order. */
export function orderedProperties(source: Source, type: ts.Type): readonly ts.Symbol[] {
  const properties = source.checker.getPropertiesOfType(type);
  const names = type.isIntersection() ? type.types.flatMap((part) => namesOf(source, part)) : namesOf(source, type);
  const positions = new Map<string, number>();
  for (const name of names) if (!positions.has(name)) positions.set(name, positions.size);
  const indexOf = (property: ts.Symbol) => positions.get(property.name) ?? Number.POSITIVE_INFINITY;
  return [...properties].sort((a, b) => (indexOf(a) === indexOf(b) ? 0 : indexOf(a) - indexOf(b)));
}

function namesOf(source: Source, type: ts.Type): readonly string[] {
  const declared = declaredType(type);
  if (declared !== undefined) return inheritedFirst(source, declared, 0);
  const properties = source.checker.getPropertiesOfType(type);
  return properties.some(isFromElsewhere(type)) ? byDeclaration(source, properties) : properties.map((one) => one.name);
}

function declaredType(type: ts.Type): ts.InterfaceType | undefined {
  if (type.isClassOrInterface()) return type;
  if ((type.flags & ts.TypeFlags.Object) === 0) return undefined;
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  const target = isReference ? (type as ts.TypeReference).target : undefined;
  return target?.isClassOrInterface() ? target : undefined;
}

function inheritedFirst(source: Source, type: ts.InterfaceType, depth: number): string[] {
  const bases = depth < 50 ? (source.checker.getBaseTypes(type) ?? []) : [];
  const inherited = bases.flatMap((base) => {
    const declared = declaredType(base);
    if (declared !== undefined) return inheritedFirst(source, declared, depth + 1);
    return orderedProperties(source, base).map((property) => property.name);
  });
  const all = source.checker.getPropertiesOfType(type).map((property) => property.name);
  return [...new Set([...inherited, ...all])];
}

// The properties that `Partial`, `Pick` and their like show are declared by another type.
function isFromElsewhere(type: ts.Type) {
  return (property: ts.Symbol) => {
    const parent = property.declarations?.[0]?.parent;
    return parent !== undefined && type.symbol?.declarations?.includes(parent as ts.Declaration) !== true;
  };
}

function byDeclaration(source: Source, properties: readonly ts.Symbol[]): string[] {
  const parents = new Set(properties.map((property) => property.declarations?.[0]?.parent));
  return [...parents].flatMap((parent) => {
    const symbol =
      parent && source.checker.getSymbolAtLocation(ts.isInterfaceDeclaration(parent) ? parent.name : parent);
    if (parent === undefined || symbol === undefined) return membersAsWritten(parent);
    return namesOf(source, source.checker.getDeclaredTypeOfSymbol(symbol));
  });
}

function membersAsWritten(parent: ts.Node | undefined): string[] {
  if (parent === undefined || !ts.isTypeLiteralNode(parent)) return [];
  return parent.members.map((member) =>
    member.name !== undefined && ts.isIdentifier(member.name) ? member.name.text : "",
  );
}
