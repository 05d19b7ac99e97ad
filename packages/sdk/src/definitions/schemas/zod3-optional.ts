// Whether a property of a Zod 3 object may be absent.

import type { SchemaSide } from "./schema-side.ts";
import { typeNameOf, type Zod3Value } from "./zod3-value.ts";

/** Told from the schema's form; trying it with `undefined` would run the author's checks. */
export function isOptional(schema: Zod3Value, side: SchemaSide, depth = 0): boolean {
  const { _def: definition } = schema;
  const inner = (next: Zod3Value | undefined): boolean =>
    next !== undefined && depth < 100 && isOptional(next, side, depth + 1);
  switch (typeNameOf(schema)) {
    case "ZodOptional":
    case "ZodUndefined":
    case "ZodVoid":
    case "ZodAny":
    case "ZodUnknown":
      return true;
    case "ZodDefault":
    case "ZodCatch":
      return side === "input";
    case "ZodNullable":
    case "ZodReadonly":
      return inner(definition.innerType);
    case "ZodEffects":
      return inner(definition.schema);
    case "ZodBranded":
      return inner(definition.type);
    case "ZodPipeline":
      return inner(side === "input" ? definition.in : definition.out);
    case "ZodLazy":
      return inner(definition.getter?.());
    case "ZodUnion":
      return [...(definition.options ?? [])].some((option) => !Array.isArray(option) && inner(option as Zod3Value));
    case "ZodIntersection":
      return inner(definition.left) && inner(definition.right);
    default:
      return false;
  }
}
