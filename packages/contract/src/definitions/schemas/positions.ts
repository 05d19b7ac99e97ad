// Where schemas stand inside a schema: which keywords hold one, a list of them, or a map of them.

/** How a keyword's value holds schemas. */
export type Holding = "schema" | "list" | "map";

/** The keywords of 2020-12 that hold schemas. */
const HOLDING: ReadonlyMap<string, Holding> = new Map([
  ...held("schema", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames"),
  ...held("schema", "then", "unevaluatedItems", "unevaluatedProperties"),
  ...held("list", "allOf", "anyOf", "oneOf", "prefixItems"),
  ...held("map", "$defs", "dependentSchemas", "patternProperties", "properties"),
]);

function held(holding: Holding, ...keywords: readonly string[]): [string, Holding][] {
  return keywords.map((keyword) => [keyword, holding]);
}

/** How a keyword holds schemas, if it does. */
export function holdingOf(keyword: string): Holding | undefined {
  return HOLDING.get(keyword);
}
