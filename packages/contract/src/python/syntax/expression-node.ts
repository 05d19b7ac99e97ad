// One expression of the outline, as a typed node.

import type { ExpressionNode, KeywordNode } from "./expression-nodes.ts";
import { arrayOf, numberFrom, OutlineMismatch, optionalText, placeFrom, textFrom } from "./outline-json.ts";
import { type Place, SourceText } from "./source-text.ts";

/** The expression that a JSON node says. */
export function expressionNode(json: unknown, source: SourceText): ExpressionNode {
  const node = arrayOf(json);
  const place = placeFrom(node, 1, source);
  return Object.freeze(expression(textFrom(node[0]), node, place));
}

/** The same for a place that may be empty. */
export function optionalExpression(json: unknown, source: SourceText): ExpressionNode | undefined {
  return json === null || json === undefined ? undefined : expressionNode(json, source);
}

export function expressionNodes(json: unknown, source: SourceText): readonly ExpressionNode[] {
  return Object.freeze(arrayOf(json).map((one) => expressionNode(one, source)));
}

/** Keywords are `[name, line, column, endLine, endColumn, value]`. */
export function keywordNodes(json: unknown, source: SourceText): readonly KeywordNode[] {
  return Object.freeze(
    arrayOf(json).map((one) => {
      const keyword = arrayOf(one);
      const value = expressionNode(keyword[5], source);
      return Object.freeze({ name: optionalText(keyword[0]), value, place: placeFrom(keyword, 1, source) });
    }),
  );
}

function expression(kind: string, node: readonly unknown[], place: Place): ExpressionNode {
  const source = place.source;
  switch (kind) {
    case "Name":
      return { kind: "name", name: textFrom(node[5]), place };
    case "Attribute":
      return { kind: "attribute", value: expressionNode(node[5], source), name: textFrom(node[6]), place };
    case "Subscript":
      return {
        kind: "subscript",
        value: expressionNode(node[5], source),
        index: expressionNode(node[6], source),
        place,
      };
    case "Constant":
      return constant(node, place);
    case "Tuple":
    case "List":
    case "Set":
      return display(kind, node, place);
    case "Dict":
      return dictionary(node, place);
    case "BinOp":
      return { kind: "chain", operator: textFrom(node[5]), operands: expressionNodes(node[6], source), place };
    case "UnaryOp":
      return { kind: "unary", operator: textFrom(node[5]), operand: expressionNode(node[6], source), place };
    case "Call":
      return {
        kind: "call",
        callee: expressionNode(node[5], source),
        arguments: expressionNodes(node[6], source),
        keywords: keywordNodes(node[7], source),
        place,
      };
    case "Starred":
      return { kind: "starred", value: expressionNode(node[5], source), place };
    case "TooLarge":
      return { kind: "too-large", place };
    case "Other":
      return { kind: "other", what: textFrom(node[5]), place };
    default:
      throw new OutlineMismatch(`unknown expression ${kind}`);
  }
}

function constant(node: readonly unknown[], place: Place): ExpressionNode {
  const kind = textFrom(node[5]);
  switch (kind) {
    case "str":
      return text(textFrom(node[6]), node[7], place);
    case "bool":
      return { kind: "boolean", value: node[6] === true, place };
    case "int":
      return { kind: "whole", value: numberFrom(node[6]), place };
    case "float":
      return { kind: "decimal", value: numberFrom(node[6]), place };
    case "big":
      return { kind: "big", place };
    case "none":
      return { kind: "none", place };
    case "ellipsis":
      return { kind: "ellipsis", place };
    default:
      return { kind: "other", what: kind, place };
  }
}

function text(value: string, quotedJson: unknown, place: Place): ExpressionNode {
  if (quotedJson === null || quotedJson === undefined) return { kind: "text", value, place };
  const quoted = expressionNode(quotedJson, new SourceText(value.trim(), place));
  return { kind: "text", value, quoted, place };
}

function display(kind: "Tuple" | "List" | "Set", node: readonly unknown[], place: Place): ExpressionNode {
  const items = expressionNodes(node[5], place.source);
  return { kind: kind === "Tuple" ? "tuple" : kind === "List" ? "list" : "set", items, place };
}

function dictionary(node: readonly unknown[], place: Place): ExpressionNode {
  const values = arrayOf(node[6]);
  const entries = arrayOf(node[5]).map((key, index) =>
    Object.freeze({
      key: optionalExpression(key, place.source),
      value: expressionNode(values[index], place.source),
    }),
  );
  return { kind: "dict", entries: Object.freeze(entries), place };
}
