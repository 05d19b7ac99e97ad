// Whether a schema describes objects, and the same schema saying so at its root, which providers ask for.

import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";
import { decodeSegment } from "./convert-pointer.ts";

/** The schema with `type: "object"`; undefined where it admits something else and says so. */
export function asObjectSchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === "object") return schema;
  return admitsOnlyObjects(schema, schema, 0) ? { type: "object", ...schema } : undefined;
}

/** Arguments are an object whatever the schema says; one that leaves the type open is taken to mean that. */
function admitsOnlyObjects(schema: unknown, root: JsonSchema, depth: number): boolean {
  if (!isRecord(schema) || depth > 20) return false;
  if (schema.type !== undefined) return schema.type === "object";
  if (schema.enum !== undefined || schema.const !== undefined || schema.not !== undefined) return false;
  const every = (members: unknown): boolean =>
    !Array.isArray(members) || members.every((member) => admitsOnlyObjects(member, root, depth + 1));
  if (typeof schema.$ref === "string" && !admitsOnlyObjects(targetOf(schema.$ref, root), root, depth + 1)) return false;
  return every(schema.anyOf) && every(schema.oneOf) && every(schema.allOf);
}

function targetOf(reference: string, root: JsonSchema): unknown {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map(decodeSegment)
    .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root);
}
