// Template literal types, as patterns.

import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";

/** Reads a template literal or `Uppercase<…>` and kin; `undefined` for any other type. */
export function templateNode(type: ts.Type): TypeNode | undefined {
  if (type.flags & ts.TypeFlags.TemplateLiteral) return { kind: "shaped-text", pattern: `^${templatePattern(type)}$` };
  if (type.flags & ts.TypeFlags.StringMapping) return { kind: "shaped-text", pattern: `^${mappingPattern(type)}$` };
  return undefined;
}

function templatePattern(type: ts.Type): string {
  const { texts, types } = type as ts.TemplateLiteralType;
  return texts.map((text, index) => escaped(text) + placePattern(types[index])).join("");
}

function placePattern(type: ts.Type | undefined): string {
  if (type === undefined) return "";
  if (type.flags & ts.TypeFlags.Number) return "-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?";
  if (type.flags & ts.TypeFlags.BigInt) return "-?[0-9]+";
  if (type.flags & ts.TypeFlags.TemplateLiteral) return templatePattern(type);
  if (type.flags & ts.TypeFlags.StringMapping) return mappingPattern(type);
  return ".*";
}

// The checker keeps these where the text is not known: what the case of its letters must be is all that they say.
function mappingPattern(type: ts.Type): string {
  const patterns: Readonly<Record<string, string>> = {
    Uppercase: "[^a-z]*",
    Lowercase: "[^A-Z]*",
    Capitalize: "([^a-z].*)?",
    Uncapitalize: "([^A-Z].*)?",
  };
  const inner = (type as ts.StringMappingType).type;
  return inner.flags & ts.TypeFlags.String ? (patterns[type.symbol.name] ?? ".*") : ".*";
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
