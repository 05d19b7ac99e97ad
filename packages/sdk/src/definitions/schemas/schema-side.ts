// The two sides of a schema that changes what it parses.

/** What a schema takes, or what it gives. */
export type SchemaSide = "input" | "output";
