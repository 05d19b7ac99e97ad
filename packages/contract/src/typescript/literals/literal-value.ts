// An expression as JSON, where it is a literal: what a default or an option may be.

import type { Json } from "@haft/sdk/wire";
import ts from "typescript";
import { bareExpression, type Source } from "../source.ts";
import { constantInitializer } from "./module-constant.ts";

/** A literal's value; `undefined` where the expression is none. */
export type LiteralResult = { readonly value: Json } | undefined;

/**
 * Reads text (also joined), numbers with a sign, booleans, null, lists, objects, enum members and module constants that
 * are assigned once. Whatever JSON cannot hold at all is no literal.
 */
export function literalValue(source: Source, expression: ts.Expression): LiteralResult {
  return read(source, expression, { names: true, open: [], parts: 0 });
}

/** Reads what is written in place: a name, even of a constant, is no literal here. */
export function valueInPlace(source: Source, expression: ts.Expression): LiteralResult {
  return read(source, expression, { names: false, open: [], parts: 0 });
}

/** The constants on the way, so that one cannot stand for itself, and how much was read. */
interface Reading {
  readonly names: boolean;
  readonly open: ts.Expression[];
  parts: number;
}

/** Constants made of constants can stand for a value that has no end; one of more parts than this fits no schema. */
const mostParts = 200_000;

function read(source: Source, expression: ts.Expression, reading: Reading): LiteralResult {
  if (++reading.parts > mostParts) return undefined;
  const node = bareExpression(expression);
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { value: false };
    case ts.SyntaxKind.NullKeyword:
      return { value: null };
  }
  if (ts.isStringLiteralLike(node)) return textValue(node.text);
  if (ts.isNumericLiteral(node)) return writtenNumber(node.getText());
  if (ts.isPrefixUnaryExpression(node)) return signed(source, node, reading);
  if (ts.isBinaryExpression(node)) return joinedText(source, node, reading);
  if (ts.isTemplateExpression(node)) return templateText(source, node, reading);
  if (ts.isArrayLiteralExpression(node)) return listValue(source, node, reading);
  if (ts.isObjectLiteralExpression(node)) return objectValue(source, node, reading);
  if (!reading.names) return undefined;
  if (ts.isIdentifier(node)) return constantValue(source, node, reading);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return enumMember(source, node);
  return undefined;
}

// Digits that a number loses make it another number than the one that is written.
function writtenNumber(text: string): LiteralResult {
  const digits = text.replaceAll("_", "");
  const value = Number(digits);
  const isWhole = /^(\d+|0[xob][\da-f]+)$/i.test(digits) && Number.isFinite(value);
  return isWhole && BigInt(digits) !== BigInt(value) ? undefined : numberValue(value);
}

// Whether JSON holds a number exactly is judged where both languages' defaults are.
function numberValue(value: number): LiteralResult {
  return Number.isFinite(value) ? { value } : undefined;
}

// Half a surrogate pair can be written as an escape, but not be sent.
function textValue(value: string): LiteralResult {
  return value.isWellFormed() ? { value } : undefined;
}

function signed(source: Source, node: ts.PrefixUnaryExpression, reading: Reading): LiteralResult {
  const sign = node.operator === ts.SyntaxKind.MinusToken ? -1 : node.operator === ts.SyntaxKind.PlusToken ? 1 : 0;
  if (sign === 0) return undefined;
  const operand = read(source, node.operand, reading);
  if (typeof operand?.value !== "number") return undefined;
  // There is no minus zero in JSON.
  return { value: operand.value === 0 ? 0 : sign * operand.value };
}

// A long sum is a tree that leans left: it is walked, not recursed into.
function joinedText(source: Source, node: ts.BinaryExpression, reading: Reading): LiteralResult {
  const parts: string[] = [];
  let at: ts.Expression = node;
  while (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const right = read(source, at.right, reading)?.value;
    if (typeof right !== "string") return undefined;
    parts.push(right);
    at = bareExpression(at.left);
  }
  const first = ts.isBinaryExpression(at) ? undefined : read(source, at, reading)?.value;
  return typeof first === "string" ? { value: [first, ...parts.reverse()].join("") } : undefined;
}

function templateText(source: Source, node: ts.TemplateExpression, reading: Reading): LiteralResult {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const part = read(source, span.expression, reading)?.value;
    if (typeof part !== "string") return undefined;
    text += part + span.literal.text;
  }
  return textValue(text);
}

function listValue(source: Source, node: ts.ArrayLiteralExpression, reading: Reading): LiteralResult {
  const value: Json[] = [];
  for (const element of node.elements) {
    const item = read(source, element, reading);
    if (item === undefined) return undefined;
    value.push(item.value);
  }
  return { value };
}

function objectValue(source: Source, node: ts.ObjectLiteralExpression, reading: Reading): LiteralResult {
  const entries: [string, Json][] = [];
  for (const property of node.properties) {
    const name = property.name && propertyName(property.name);
    if (name === undefined) return undefined;
    const expression = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const item = expression && read(source, expression, reading);
    if (item === undefined) return undefined;
    entries.push([name, item.value]);
  }
  // `fromEntries` defines `__proto__` as a property like any other.
  return { value: Object.fromEntries(entries) };
}

/** The text of a property's name; `undefined` where it is computed. */
export function propertyName(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return undefined;
}

function constantValue(source: Source, node: ts.Identifier, reading: Reading): LiteralResult {
  const initializer = constantInitializer(source, node);
  if (initializer === undefined || reading.open.includes(initializer)) return undefined;
  reading.open.push(initializer);
  const value = read(source, initializer, reading);
  reading.open.pop();
  return value;
}

function enumMember(source: Source, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): LiteralResult {
  const symbol = source.checker.getSymbolAtLocation(
    ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression,
  );
  const member = symbol?.valueDeclaration;
  if (member === undefined || !ts.isEnumMember(member)) return undefined;
  const value = source.checker.getConstantValue(member);
  if (typeof value === "number") return numberValue(value);
  return value === undefined ? undefined : { value };
}
