// Where something stands in a source text.

/** A range. Lines and columns are 1-based; columns count UTF-16 units; the end is exclusive. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
