// A type as its author wrote it, beside the type that the checker resolves it to. The checker forgets the order of a
// union and the names of aliases; what is written remembers both. It never changes what a type means.

import ts from "typescript";
import { resolveAlias, type Source } from "../source.ts";

/** A type node, and what the type parameters that it mentions stand for. */
export interface WrittenType {
  readonly node: ts.TypeNode;
  readonly arguments: TypeArguments;
}

/** What each type parameter was given, by its symbol. */
export type TypeArguments = ReadonlyMap<ts.Symbol, WrittenType>;

/** Types written where no type parameter is in sight. */
export const noArguments: TypeArguments = new Map();

/** Puts a node with no arguments in sight. */
export function written(node: ts.TypeNode): WrittenType {
  return { node, arguments: noArguments };
}

/** A written type behind its names: the node it comes to, and the aliases that were passed on the way, outermost first. */
export interface UnfoldedType {
  readonly type: WrittenType;
  readonly aliases: readonly ts.TypeAliasDeclaration[];
}

/** Follows parentheses, `readonly`, aliases and type parameters to what is written behind them. */
export function unfold(source: Source, start: WrittenType): UnfoldedType {
  const aliases: ts.TypeAliasDeclaration[] = [];
  let type = start;
  // Bounded: an alias may stand for itself.
  for (let step = 0; step < 100; step++) {
    const inner = innerNode(type.node);
    if (inner !== undefined) {
      type = { node: inner, arguments: type.arguments };
      continue;
    }
    if (!ts.isTypeReferenceNode(type.node)) break;
    const symbol = resolveAlias(source, source.checker.getSymbolAtLocation(type.node.typeName));
    const argument = symbol && type.arguments.get(symbol);
    if (argument !== undefined) {
      type = argument;
      continue;
    }
    const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    if (alias === undefined || alias.type.kind === ts.SyntaxKind.IntrinsicKeyword) break;
    aliases.push(alias);
    type = { node: alias.type, arguments: argumentsOf(source, type) };
  }
  return { type, aliases };
}

/** What a type parameter was given, through others; any other type as it is written. */
export function given(source: Source, as: WrittenType): WrittenType {
  let type = as;
  for (let step = 0; step < 100 && ts.isTypeReferenceNode(type.node); step++) {
    const symbol = source.checker.getSymbolAtLocation(type.node.typeName);
    const next = symbol && type.arguments.get(symbol);
    if (next === undefined) break;
    type = next;
  }
  return type;
}

function innerNode(node: ts.TypeNode): ts.TypeNode | undefined {
  if (ts.isParenthesizedTypeNode(node)) return node.type;
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) return node.type;
  if (ts.isOptionalTypeNode(node) || ts.isNamedTupleMember(node)) return node.type;
  return undefined;
}

/**
 * What the type parameters of a referenced type were given, added to what is already in sight. The arguments of types
 * that stand inside the arguments count too, for the properties that `Partial<Page<T>>` shows are those of `Page`.
 */
export function argumentsOf(source: Source, type: WrittenType): TypeArguments {
  const found = new Map(type.arguments);
  collect(source, type, found, 0);
  return found;
}

function collect(source: Source, type: WrittenType, found: Map<ts.Symbol, WrittenType>, depth: number): void {
  if (depth > 8 || !ts.isTypeReferenceNode(type.node)) return;
  const symbol = resolveAlias(source, source.checker.getSymbolAtLocation(type.node.typeName));
  const parameters = symbol?.declarations?.map(typeParametersOf).find((list) => list !== undefined) ?? [];
  const nodes = type.node.typeArguments ?? [];
  for (const [index, parameter] of parameters.entries()) {
    const node = nodes[index] ?? parameter.default;
    const name = source.checker.getSymbolAtLocation(parameter.name);
    // A default may speak of the parameters before it.
    const inSight = nodes[index] === undefined ? new Map(found) : type.arguments;
    if (node !== undefined && name !== undefined) found.set(name, { node, arguments: inSight });
  }
  for (const node of nodes) collect(source, { node, arguments: type.arguments }, found, depth + 1);
}

function typeParametersOf(node: ts.Declaration): ts.NodeArray<ts.TypeParameterDeclaration> | undefined {
  const declares = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
  return declares ? node.typeParameters : undefined;
}
