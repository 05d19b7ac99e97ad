// Short ways to write type nodes in tests.

import type { Json } from "@haft/sdk/wire";
import type { Constraint, Field, TypeNode } from "../../src/model/type.ts";

export const text: TypeNode = { kind: "text" };
export const integer: TypeNode = { kind: "integer" };
export const number: TypeNode = { kind: "number" };
export const truth: TypeNode = { kind: "boolean" };
export const none: TypeNode = { kind: "null" };
export const anything: TypeNode = { kind: "anything" };
export const date: TypeNode = { kind: "shaped-text", format: "date" };
export const dateTime: TypeNode = { kind: "shaped-text", format: "date-time" };

export const list = (items: TypeNode): TypeNode => ({ kind: "list", items });
export const map = (values: TypeNode): TypeNode => ({ kind: "map", keys: "text", values });
export const union = (...members: TypeNode[]): TypeNode => ({ kind: "union", members });
export const literal = (...values: Json[]): TypeNode => ({ kind: "literal", values });
export const field = (name: string, type: TypeNode, more: Partial<Field> = {}): Field => ({
  name,
  type,
  required: true,
  ...more,
});
export const record = (...fields: Field[]): TypeNode => ({ kind: "record", as: "object", fields });
export const named = (name: string, body: () => TypeNode, declaration = `a.ts#${name}`): TypeNode => ({
  kind: "named",
  name,
  declaration,
  body,
});
const span = { line: 1, column: 1, endLine: 1, endColumn: 2 };
export const constraint = (keyword: string, value: Json | undefined): Constraint => ({
  keyword,
  value,
  text: `@${keyword} ${value}`,
  span,
});
export const constrained = (type: TypeNode, ...constraints: Constraint[]): TypeNode => ({
  kind: "constrained",
  type,
  constraints,
});
