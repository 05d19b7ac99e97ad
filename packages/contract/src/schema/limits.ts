// How large a type may be before it is given up (HAFT102).

/** The deepest nesting of schemas inside an input or output schema. */
export const MAX_SCHEMA_DEPTH = 60;

/** The largest schema, as JSON text. */
export const MAX_SCHEMA_BYTES = 256 * 1024;

/** No schema is shorter than this as JSON text, so that counting them bounds the text. */
export const SMALLEST_SCHEMA_BYTES = 8;

/** A type that is nested too deep or whose schema would be too large. Caught where a tool is described. */
export class TypeTooLarge extends Error {
  readonly limit: "depth" | "size";
  /** The property of the root in which the limit was met, where it is one property's fault. */
  readonly property: string | undefined;
  constructor(limit: "depth" | "size", property?: string) {
    super(
      limit === "depth"
        ? `it is nested deeper than ${MAX_SCHEMA_DEPTH}`
        : `its schema is over ${MAX_SCHEMA_BYTES / 1024} KiB`,
    );
    this.name = "TypeTooLarge";
    this.limit = limit;
    this.property = property;
  }
}
