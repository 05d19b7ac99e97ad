// Records and maps: what is left of the object types when lists, dates and classes of the language are taken away.

import ts from "typescript";
import type { Field, TypeNode } from "../../model/type.ts";
import { docCommentOf } from "../comments/comment-range.ts";
import { readMemberComment, readTypeComment } from "../comments/member-comment.ts";
import { isFromLibrary, placeIn } from "../source.ts";
import { insteadOfFunction, insteadOfLibraryClass, notData } from "./not-data.ts";
import { orderedProperties } from "./property-order.ts";
import { withTags } from "./tagged-type.ts";
import type { TypeReading } from "./type-reading.ts";
import { orderNames } from "./written-order.ts";
import { argumentsOf, noArguments, type TypeArguments, unfold, type WrittenType } from "./written-type.ts";

/** Reads an object type that is neither a list nor text. */
export function objectNode(reading: TypeReading, type: ts.Type, as: WrittenType | undefined): TypeNode {
  const { checker } = reading.source;
  const called = [...checker.getSignaturesOfType(type, ts.SignatureKind.Call)];
  const made = checker.getSignaturesOfType(type, ts.SignatureKind.Construct);
  const instead = insteadOfLibraryClass(type.symbol);
  if (instead !== undefined) return notData(reading, type, as, instead);
  if (called.length + made.length > 0) return notData(reading, type, as, insteadOfFunction);
  const indexes = checker.getIndexInfosOfType(type);
  const properties = orderedProperties(reading.source, type).filter((property) => !isSymbolKey(property));
  const fault = properties.map((property) => memberFault(reading, type, property, as)).find((one) => one !== undefined);
  if (fault !== undefined) return fault;
  if (indexes.length > 0) return mapNode(reading, type, indexes, properties, as);
  if (properties.length === 0 && isEmptyLiteral(type)) return { kind: "anything" };
  return recordNode(reading, type, properties, as);
}

function isEmptyLiteral(type: ts.Type): boolean {
  const declarations = type.symbol?.declarations;
  return (
    declarations === undefined || declarations.every((one) => ts.isTypeLiteralNode(one) && one.members.length === 0)
  );
}

// Properties under a `unique symbol` mark a type for the checker; JSON has no such keys. Methods are no marks.
function isSymbolKey(property: ts.Symbol): boolean {
  return property.escapedName.toString().startsWith("__@") && (property.flags & ts.SymbolFlags.Method) === 0;
}

function mapNode(
  reading: TypeReading,
  type: ts.Type,
  indexes: readonly ts.IndexInfo[],
  properties: readonly ts.Symbol[],
  as: WrittenType | undefined,
): TypeNode {
  if (properties.length > 0) {
    const hint = `Put the open part under a property of its own, beside \`${properties[0]?.name}\`.`;
    return notData(reading, type, as, hint);
  }
  const text = indexes.find((index) => index.keyType.flags & ts.TypeFlags.String);
  const index = text ?? indexes.find((one) => one.keyType.flags & ts.TypeFlags.Number);
  if (index === undefined || (text === undefined && indexes.length > 1)) {
    return notData(reading, type, as, "Use text as keys, whole numbers, or a finite choice of names.");
  }
  const node = as && valueNode(reading, as);
  return {
    kind: "map",
    keys: text === undefined ? "integer" : "text",
    values: reading.convertPresent(index.type, node),
  };
}

// What is written for the values: of an index signature, of `Record<K, V>`, of a mapped type.
function valueNode(reading: TypeReading, as: WrittenType): WrittenType | undefined {
  const { type } = unfold(reading.source, as);
  const { node } = type;
  if (ts.isMappedTypeNode(node)) return node.type && { node: node.type, arguments: type.arguments };
  if (!ts.isTypeLiteralNode(node)) return undefined;
  const signature = node.members.find(ts.isIndexSignatureDeclaration);
  return signature && { node: signature.type, arguments: type.arguments };
}

function recordNode(
  reading: TypeReading,
  type: ts.Type,
  properties: readonly ts.Symbol[],
  as: WrittenType | undefined,
): TypeNode {
  const behind = as && unfold(reading.source, as).type;
  const given = behind === undefined ? noArguments : argumentsOf(reading.source, behind);
  const fields = inKeyOrder(reading, properties, behind).map((property) => fieldOf(reading, property, given, behind));
  const description = typeDescription(reading, type);
  return { kind: "record", as: "object", fields, ...(description && { description }) };
}

// Properties that no declaration orders: those of a mapped type over names.
function inKeyOrder(reading: TypeReading, properties: readonly ts.Symbol[], as: WrittenType | undefined) {
  if (properties.some((property) => property.declarations !== undefined)) return properties;
  const names = properties.map((property) => property.name);
  const keys = as !== undefined && ts.isMappedTypeNode(as.node) ? as.node.typeParameter.constraint : undefined;
  const order =
    keys === undefined || as === undefined
      ? [...names].sort()
      : orderNames(reading.source, names, { node: keys, arguments: as.arguments });
  return [...properties].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function memberFault(reading: TypeReading, type: ts.Type, property: ts.Symbol, as: WrittenType | undefined) {
  const use = "use an interface with the properties that are data.";
  if (isMethod(property)) return notData(reading, type, as, `It has the method \`${property.name}\`: ${use}`);
  if (!property.declarations?.some(isHidden)) return undefined;
  // The name of `#x` is kept with a number before it.
  const name = property.name.replace(/^__#\d+@/, "");
  return notData(reading, type, as, `Its member \`${name}\` is not public: ${use}`);
}

// A mapped type shows the methods of a date as properties, which are no more data than they were.
function isMethod(property: ts.Symbol): boolean {
  if (property.flags & ts.SymbolFlags.Method) return true;
  return isFromLibrary(property) && property.declarations?.some(ts.isMethodSignature) === true;
}

function isHidden(node: ts.Declaration): boolean {
  if (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name)) return true;
  return (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
}

function fieldOf(
  reading: TypeReading,
  property: ts.Symbol,
  given: TypeArguments,
  behind: WrittenType | undefined,
): Field {
  const { checker } = reading.source;
  const type = checker.getTypeOfSymbol(property);
  const declaration = property.declarations?.[0];
  const node = propertyTypeNode(reading, property, type, given, behind);
  const comment = declaration && docCommentOf(declaration);
  const tagged = comment && declaration && readMemberComment(comment, placeIn(reading.source, declaration));
  const optional =
    (property.flags & ts.SymbolFlags.Optional) !== 0 || hasUndefined(type) || tagged?.tags.default !== undefined;
  return {
    name: property.name,
    type: withTags(reading.convertPresent(type, node), tagged?.tags),
    required: !optional,
    ...(tagged?.tags.default && { default: tagged.tags.default }),
    ...(tagged?.text && { description: tagged.text }),
    ...(tagged?.tags.deprecated && { deprecated: true }),
  };
}

/** Whether a type admits `undefined` beside something else. */
export function hasUndefined(type: ts.Type): boolean {
  return type.isUnion() && type.types.some((member) => (member.flags & ts.TypeFlags.Undefined) !== 0);
}

// What is written for a property counts only where it is what the property has: a mapped type may change it.
function propertyTypeNode(
  reading: TypeReading,
  property: ts.Symbol,
  type: ts.Type,
  given: TypeArguments,
  behind: WrittenType | undefined,
): WrittenType | undefined {
  const declaration = property.declarations?.[0];
  if (declaration === undefined) return behind && valueNode(reading, behind);
  const typed =
    ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration);
  const node = typed ? declaration.type : undefined;
  if (node === undefined) return undefined;
  const same = withoutUndefined(reading.source.checker.getTypeFromTypeNode(node)) === withoutUndefined(type);
  return same || given.size > 0 ? { node, arguments: given } : undefined;
}

function withoutUndefined(type: ts.Type): unknown {
  if (!type.isUnion()) return type;
  const present = type.types.filter((member) => (member.flags & ts.TypeFlags.Undefined) === 0);
  return present.length === 1 ? present[0] : present.map((member) => ("id" in member ? member.id : "")).join();
}

function typeDescription(reading: TypeReading, type: ts.Type): string | undefined {
  const declaration = (type.aliasSymbol ?? type.symbol)?.declarations?.[0];
  const named =
    declaration !== undefined &&
    (ts.isInterfaceDeclaration(declaration) ||
      ts.isClassDeclaration(declaration) ||
      ts.isTypeAliasDeclaration(declaration));
  const comment = named ? docCommentOf(declaration) : undefined;
  return comment && declaration && readTypeComment(comment, placeIn(reading.source, declaration)).text;
}
