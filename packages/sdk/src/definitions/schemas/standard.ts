// Schemas of any vendor that follows Standard Schema, through the vendor's own Standard JSON Schema.

import { inexpressible } from "./inexpressible.ts";
import type { SchemaSide } from "./schema-side.ts";

/** A Standard Schema, as far as it is used here. */
export interface StandardValue {
  readonly "~standard": {
    readonly vendor: string;
    readonly jsonSchema?: Readonly<Record<SchemaSide, (options: StandardOptions) => unknown>>;
  };
}

interface StandardOptions {
  readonly target: string;
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

/** Whether a value follows Standard Schema. */
export function isStandard(value: unknown): value is StandardValue {
  const like = (typeof value === "object" && value !== null) || typeof value === "function";
  if (!like || !("~standard" in value)) return false;
  const standard = value["~standard"];
  return (
    typeof standard === "object" && standard !== null && "vendor" in standard && typeof standard.vendor === "string"
  );
}

/** The JSON Schema that the vendor gives; draft 7, which is converted outside, where it knows no newer one. */
export function standardSchema(value: StandardValue, side: SchemaSide): unknown {
  const { vendor, jsonSchema } = value["~standard"];
  if (jsonSchema === undefined) throw new Error(withoutJsonSchema(vendor));
  const libraryOptions = vendor === "valibot" ? VALIBOT : undefined;
  try {
    return jsonSchema[side]({ target: "draft-2020-12", ...(libraryOptions ? { libraryOptions } : {}) });
  } catch (error) {
    try {
      return jsonSchema[side]({ target: "draft-07", ...(libraryOptions ? { libraryOptions } : {}) });
    } catch {
      throw error;
    }
  }
}

function withoutJsonSchema(vendor: string): string {
  if (vendor === "valibot") {
    return "A Valibot schema has no JSON Schema of its own. Type `npm install @valibot/to-json-schema` and wrap it: `toStandardJsonSchema(v.object({ … }))`.";
  }
  return `This ${vendor} schema does not offer Standard JSON Schema (\`~standard.jsonSchema\`). Use a release of ${vendor} that does, Zod, or a plain JSON Schema.`;
}

/** What Valibot's converter calls where it has something to complain about. */
const VALIBOT = {
  overrideSchema({ valibotSchema, errors }: ValibotOverride): unknown {
    if (errors === undefined) return undefined;
    const type = valibotSchema?.type ?? "unknown";
    return inexpressible(
      `\`v.${type}()\` has no JSON form; ${VALIBOT_REMEDIES[type] ?? "use a schema of JSON values"}.`,
    );
  },
  /** A check that JSON Schema cannot express is made inside, at the call; what it checks is still told. */
  overrideAction({ jsonSchema, errors }: ValibotOverride): unknown {
    return errors === undefined ? undefined : jsonSchema;
  },
};

interface ValibotOverride {
  readonly valibotSchema?: { readonly type: string };
  readonly jsonSchema: unknown;
  readonly errors?: readonly string[];
}

const VALIBOT_REMEDIES: Readonly<Record<string, string>> = {
  date: "use `v.pipe(v.string(), v.isoTimestamp(), v.transform((text) => new Date(text)))`",
  map: "use `v.record(…)` and make the `Map` with `v.transform`",
  set: "use `v.array(…)` and make the `Set` with `v.transform`",
  bigint: "use `v.pipe(v.string(), v.digits(), v.transform(BigInt))`",
  undefined: "use `v.optional(…)`",
  custom: "put `v.check` after a schema of JSON values in `v.pipe`",
};
