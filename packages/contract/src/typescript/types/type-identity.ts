// Which types can be referred to, and under what name: declared ones, and those that may hold themselves.

import ts from "typescript";
import type { Source } from "../source.ts";

/** A type's name and the key that no other type has. */
export interface TypeIdentity {
  readonly name: string;
  readonly declaration: string;
  /** Declared under a name of its own. */
  readonly isNamed: boolean;
  /** Declared under a name and without type arguments: it may stand in `$defs` without being recursive. */
  readonly isNamedRecord: boolean;
  readonly isObject: boolean;
}

/** What a type is referred to by; `undefined` for one that cannot hold itself. */
export function identityOf(source: Source, type: ts.Type): TypeIdentity | undefined {
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  const isNamedUnion = type.isUnion() && type.aliasSymbol !== undefined;
  if (!isObject && !isNamedUnion) return undefined;
  if (source.checker.isArrayType(type) || source.checker.isTupleType(type)) {
    if (type.aliasSymbol === undefined) return undefined;
  }
  const symbol = type.aliasSymbol ?? type.symbol;
  const declaration = symbol?.declarations?.[0];
  const named = declaration !== undefined && isNamed(declaration) ? declaration : undefined;
  const name = (named?.name ?? (declaration && enclosingName(declaration)))?.text ?? "Type";
  const generic = (type.aliasTypeArguments ?? typeArguments(source, type)).length > 0;
  const place = declaration === undefined ? "" : `@${declaration.getStart()}`;
  const file = declaration === undefined ? "" : declaration.getSourceFile().fileName;
  // Instances of one generic share a declaration.
  const instance = named === undefined || generic ? `#${"id" in type ? type.id : ""}` : "";
  return {
    name,
    declaration: `${file}#${name}${place}${instance}`,
    isNamed: named !== undefined,
    isNamedRecord: named !== undefined && !generic,
    isObject,
  };
}

function typeArguments(source: Source, type: ts.Type): readonly ts.Type[] {
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  const isReference = isObject && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  if (!isReference) return [];
  const { target } = type as ts.TypeReference;
  return source.checker.getTypeArguments(type as ts.TypeReference).slice(0, target.typeParameters?.length ?? 0);
}

type NamedDeclaration = (ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration) & {
  readonly name: ts.Identifier;
};

function isNamed(node: ts.Node): node is NamedDeclaration {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isClassDeclaration(node) && node.name !== undefined)
  );
}

function enclosingName(node: ts.Node): ts.Identifier | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) if (isNamed(at)) return at.name;
  return undefined;
}
