// The JSON Schema of a schema that is a value, whoever made it, or why there is none.

import type { DefinitionSchema } from "../../wire/index.ts";
import { describeKind } from "../describe-kind.ts";
import { plainData } from "../plain-data.ts";
import { arktypeSchema, isArktype } from "./arktype.ts";
import { outcomeOf } from "./inexpressible.ts";
import type { SchemaSide } from "./schema-side.ts";
import { isStandard, standardSchema } from "./standard.ts";
import { zod3Schema } from "./zod3-schema.ts";
import { isZod3 } from "./zod3-value.ts";
import { isZod4, zod4Schema } from "./zod4.ts";

/** Whether a value is a schema of some vendor's, rather than data. */
export function isSchemaValue(value: unknown): boolean {
  return isZod4(value) || isZod3(value) || isStandard(value);
}

/** The JSON Schema of one side. Never throws: what the vendor throws is told. */
export function schemaOf(value: unknown, side: SchemaSide): DefinitionSchema {
  const vendor = vendorOf(value);
  try {
    return outcomeOf(vendor, convert(value, side));
  } catch (error) {
    const message = error instanceof Error ? error.message : `The schema threw ${describeKind(error)}.`;
    return { ok: false, vendor, path: "", message };
  }
}

function convert(value: unknown, side: SchemaSide): unknown {
  if (isZod4(value)) return zod4Schema(value, side);
  if (isZod3(value)) return zod3Schema(value, side);
  if (isArktype(value)) return arktypeSchema(value, side);
  if (isStandard(value)) return standardSchema(value, side);
  refuseShape(value);
  const data = plainData(value);
  if (data.ok) return data.value;
  throw new Error(
    `It is not a JSON Schema: ${data.path === "" ? "it" : `\`${data.path.replace(/^\./, "")}\``} is ${data.found}. Use a schema library's object schema, or plain JSON.`,
  );
}

/** `{ a: z.number() }` in place of `z.object({ a: z.number() })`. */
function refuseShape(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const entry = Object.entries(value).find(([, each]) => isSchemaValue(each));
  if (entry === undefined) return;
  const zod = isZod4(entry[1]) || isZod3(entry[1]);
  throw new Error(
    `It is an object whose \`${entry[0]}\` is a schema, not a schema itself. ${zod ? "Wrap it: `z.object({ … })`." : "Wrap it in the library's object schema."}`,
  );
}

function vendorOf(value: unknown): string {
  if (isZod4(value) || isZod3(value)) return "zod";
  if (isStandard(value)) return value["~standard"].vendor;
  return "json-schema";
}
