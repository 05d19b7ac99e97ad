// A Zod 3 schema, as far as its conversion looks into it.

/** What `_def` holds, by the type that has it. */
export interface Zod3Definition {
  /** Absent before 3.5: there the name of the class says it. */
  readonly typeName?: string;
  readonly description?: string;
  /** ZodString, ZodNumber */
  readonly checks?: readonly Zod3Check[];
  /** In place of checks, before 3.5. */
  readonly isEmail?: unknown;
  readonly isURL?: unknown;
  readonly isUUID?: unknown;
  readonly isInteger?: unknown;
  readonly minimum?: { readonly value: number; readonly inclusive: boolean } | null;
  readonly maximum?: { readonly value: number; readonly inclusive: boolean } | null;
  /** ZodObject: a function of its properties; ZodObject: what becomes of unknown keys. */
  readonly shape?: () => Readonly<Record<string, Zod3Value>>;
  readonly unknownKeys?: "strict" | "strip" | "passthrough";
  readonly catchall?: Zod3Value;
  /** ZodArray (its items), ZodBranded and ZodPromise (what is inside) */
  readonly type?: Zod3Value;
  readonly minLength?: { readonly value: number } | null;
  readonly maxLength?: { readonly value: number } | null;
  readonly exactLength?: { readonly value: number } | null;
  /** ZodTuple */
  readonly items?: readonly Zod3Value[];
  readonly rest?: Zod3Value | null;
  /** ZodRecord */
  readonly keyType?: Zod3Value;
  readonly valueType?: Zod3Value;
  /** ZodUnion; ZodDiscriminatedUnion (a Map in early releases) */
  readonly options?: readonly Zod3Value[] | ReadonlyMap<unknown, Zod3Value>;
  readonly discriminator?: string;
  /** ZodIntersection */
  readonly left?: Zod3Value;
  readonly right?: Zod3Value;
  /** ZodLiteral */
  readonly value?: unknown;
  /** ZodEnum (a list), ZodNativeEnum (the enum object) */
  readonly values?: readonly string[] | Readonly<Record<string, string | number>>;
  /** ZodLazy */
  readonly getter?: () => Zod3Value;
  /** ZodEffects */
  readonly schema?: Zod3Value;
  readonly effect?: { readonly type: "refinement" | "transform" | "preprocess" };
  /** ZodOptional, ZodNullable, ZodDefault, ZodCatch, ZodReadonly */
  readonly innerType?: Zod3Value;
  /** ZodDefault */
  readonly defaultValue?: () => unknown;
  /** ZodPipeline */
  readonly in?: Zod3Value;
  readonly out?: Zod3Value;
}

/** One check of a text or a number. */
export interface Zod3Check {
  readonly kind: string;
  readonly value?: unknown;
  readonly regex?: RegExp;
  readonly inclusive?: boolean;
  readonly version?: "v4" | "v6";
  readonly position?: number;
}

/** A schema of Zod 3's. */
export interface Zod3Value {
  readonly _def: Zod3Definition;
}

/** Whether a value is a schema of Zod 3's, also of the `zod/v3` that Zod 4 brings. */
export function isZod3(value: unknown): value is Zod3Value {
  if (typeof value !== "object" || value === null || !("_def" in value) || "_zod" in value) return false;
  const definition = value._def;
  if (typeof definition !== "object" || definition === null || !("safeParse" in value)) return false;
  return nameOf(value, definition).startsWith("Zod");
}

/** `ZodString` and the like. */
export function typeNameOf(value: Zod3Value): string {
  return nameOf(value, value._def);
}

function nameOf(value: object, definition: object): string {
  if ("typeName" in definition && typeof definition.typeName === "string") return definition.typeName;
  return value.constructor?.name ?? "";
}
