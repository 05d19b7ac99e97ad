// What to use in place of Zod's schemas whose values are not JSON; the same for Zod 3 and Zod 4.

/** By the schema's type: the rest of the sentence "`z.…()` has no JSON form; …". */
export const ZOD_REMEDIES: Readonly<Record<string, string>> = {
  date: "use `z.string().datetime().transform((text) => new Date(text))` (Zod 4: `z.iso.datetime()`)",
  map: "use `z.record(z.string(), …)`, with `.transform((record) => new Map(Object.entries(record)))` if the handler wants a Map",
  set: "use `z.array(…)`, with `.transform((list) => new Set(list))` if the handler wants a Set",
  bigint: "use `z.string().regex(/^-?[0-9]+$/).transform(BigInt)`",
  symbol: "use `z.enum([…])`",
  undefined: "use `.optional()`",
  void: "use `.optional()`",
  nan: "use `z.number()`",
  custom: "a check alone says nothing about the value: put `.refine(…)` after a schema of JSON values",
  function: "a model cannot send a function; use JSON values",
  transform: "put a schema of JSON values before it: `z.string().transform(…)`",
  promise: "use the schema of the value itself",
  file: "use `z.string()` with the file's path, or `ctx.artifacts`",
};
