// Zod 4's schemas, classic and mini: through their own conversion to JSON Schema.

import { inexpressible } from "./inexpressible.ts";
import type { SchemaSide } from "./schema-side.ts";
import { isStandard } from "./standard.ts";
import { ZOD_REMEDIES } from "./zod-remedies.ts";

/** A Zod 4 schema, as far as it is used here. */
interface Zod4Value {
  readonly _zod: { readonly def: Zod4Definition };
}

interface Zod4Definition {
  readonly type: string;
  readonly values?: readonly unknown[];
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod?: { readonly def: { readonly pattern?: RegExp } } }[];
}

/** Whether a value is a schema of Zod 4's. */
export function isZod4(value: unknown): value is Zod4Value {
  if (typeof value !== "object" || value === null || !("_zod" in value)) return false;
  const internals = value._zod;
  return typeof internals === "object" && internals !== null && "def" in internals;
}

/** Its JSON Schema, with marks where there is none. */
export function zod4Schema(value: Zod4Value, side: SchemaSide): unknown {
  const options = { unrepresentable: "any", override } as const;
  const own = isStandard(value) ? value["~standard"].jsonSchema : undefined;
  if (own !== undefined) return own[side]({ target: "draft-2020-12", libraryOptions: options });
  const converter = converterOf(globalThis);
  if (converter !== undefined) return converter(value, { target: "draft-2020-12", io: side, ...options });
  throw new Error(
    "This Zod schema cannot be turned into JSON Schema. Type `npm install zod@latest`, or import `zod` instead of a part of it.",
  );
}

type Converter = (schema: unknown, options: Readonly<Record<string, unknown>>) => unknown;

/** The converter of the project's own Zod, which the bundle brings along where schemas need it. */
function converterOf(scope: object): Converter | undefined {
  const given: unknown = Reflect.get(scope, Symbol.for("haft.zod"));
  if (typeof given !== "object" || given === null || !("toJSONSchema" in given)) return undefined;
  const { toJSONSchema } = given;
  return typeof toJSONSchema === "function" ? (schema, options) => toJSONSchema(schema, options) : undefined;
}

/** Called by Zod for every part that it has converted. */
function override({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: Zod4Value;
  readonly jsonSchema: Record<string, unknown>;
}): void {
  const { def } = zodSchema._zod;
  const remedy = ZOD_REMEDIES[def.type];
  if (remedy !== undefined)
    Object.assign(jsonSchema, inexpressible(`\`z.${def.type}()\` has no JSON form; ${remedy}.`));
  if (def.type === "literal" && def.values?.some((each) => each === undefined || typeof each === "bigint")) {
    Object.assign(
      jsonSchema,
      inexpressible("`z.literal()` of undefined or a bigint has no JSON form; use `.optional()` or a number."),
    );
  }
  // Names of properties are text, also where Zod reads them as numbers.
  if (def.type === "record" && isNumberSchema(jsonSchema.propertyNames)) jsonSchema.propertyNames = NUMBER_NAMES;
  if (def.type === "string") dropFlagged(jsonSchema, def);
}

const NUMBER_NAMES = { pattern: "^-?[0-9]+(\\.[0-9]+)?$" };

function isNumberSchema(schema: unknown): boolean {
  const type = typeof schema === "object" && schema !== null && "type" in schema ? schema.type : undefined;
  return type === "number" || type === "integer";
}

/** A pattern with flags that JSON Schema lacks would refuse what the schema takes; it is checked inside, at the call. */
function dropFlagged(jsonSchema: Record<string, unknown>, def: Zod4Definition): void {
  const patterns = [def.pattern, ...(def.checks ?? []).map((check) => check._zod?.def.pattern)];
  const flagged = new Set(patterns.flatMap((each) => (each && /[ims]/.test(each.flags) ? [each.source] : [])));
  if (flagged.size === 0) return;
  if (flagged.has(String(jsonSchema.pattern))) delete jsonSchema.pattern;
  if (!Array.isArray(jsonSchema.allOf)) return;
  const kept = jsonSchema.allOf.filter((each: { readonly pattern?: unknown }) => !flagged.has(String(each.pattern)));
  delete jsonSchema.allOf;
  if (kept.length === 1) Object.assign(jsonSchema, kept[0]);
  if (kept.length > 1) jsonSchema.allOf = kept;
}
