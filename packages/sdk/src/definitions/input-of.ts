// The type of what a schema gives to the handler, whoever made the schema.

/** What parsing by a schema gives; for a plain JSON Schema what it describes. */
export type InputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } }
  ? Output
  : Schema extends { readonly "~standard": { readonly types?: infer Types } }
    ? OutputOf<NonNullable<Types>>
    : // Zod 3 before 3.24
      Schema extends { readonly _output: infer Output }
      ? Output
      : FromJsonSchema<Schema>;

type OutputOf<Types> = Types extends { readonly output: infer Output } ? Output : unknown;

/** Reads the common keywords of a schema written in place or `as const`; whatever else it holds is `unknown`. */
type FromJsonSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Member)[] }
      ? FromJsonSchema<Member>
      : Schema extends { readonly oneOf: readonly (infer Member)[] }
        ? FromJsonSchema<Member>
        : Schema extends { readonly type: infer Type }
          ? FromType<Type extends readonly (infer Each)[] ? Each : Type, Schema>
          : unknown;

type FromType<Type, Schema> = Type extends "string"
  ? string
  : Type extends "number" | "integer"
    ? number
    : Type extends "boolean"
      ? boolean
      : Type extends "null"
        ? null
        : Type extends "array"
          ? ItemsOf<Schema>[]
          : Type extends "object"
            ? ObjectOf<Schema>
            : unknown;

type ItemsOf<Schema> = Schema extends { readonly items: infer Items } ? FromJsonSchema<Items> : unknown;

type ObjectOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Name in keyof Properties as Name extends Required<Schema> ? Name : never]: FromJsonSchema<
          Properties[Name]
        >;
      } & {
        -readonly [Name in keyof Properties as Name extends Required<Schema> ? never : Name]?: FromJsonSchema<
          Properties[Name]
        >;
      }
    >
  : Record<
      string,
      Schema extends { readonly additionalProperties: infer Values extends object } ? FromJsonSchema<Values> : unknown
    >;

type Required<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** One object type in place of an intersection, so that editors show it plainly. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
