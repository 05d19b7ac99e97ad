// Whether a schema describes objects, and the same schema saying so at its root, which providers ask for.

import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";
import { targetOf } from "./pointer.ts";

/** The schema with `type: "object"`; undefined where it admits something else and says so. */
export function asObjectSchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === "object") return schema;
  return admitsOnlyObjects(schema, schema, new Map()) ? { type: "object", ...schema } : undefined;
}

/**
 * Arguments are an object whatever the schema says; one that leaves the type open is taken to mean that. Each schema is
 * looked at once: references may lead to one on very many ways.
 */
function admitsOnlyObjects(schema: unknown, root: JsonSchema, known: Map<unknown, boolean>): boolean {
  if (!isRecord(schema)) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that leads back to itself says nothing on that way.
  known.set(schema, true);
  const result =
    saysObject(schema) ?? membersOf(schema, root).every((member) => admitsOnlyObjects(member, root, known));
  known.set(schema, result);
  return result;
}

/** What the schema says by itself. */
function saysObject(schema: JsonSchema): boolean | undefined {
  if (schema.type !== undefined) return schema.type === "object";
  return schema.enum !== undefined || schema.const !== undefined || schema.not !== undefined ? false : undefined;
}

function membersOf(schema: JsonSchema, root: JsonSchema): unknown[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf].filter((list) => Array.isArray(list));
  const target = typeof schema.$ref === "string" ? [targetOf(schema.$ref, root)] : [];
  return [...target, ...lists.flat()];
}
