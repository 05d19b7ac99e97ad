// Columns of a row as the types they have in the schema.

import type { Row } from "./work.ts";

function fault(name: string, value: unknown): never {
  throw new TypeError(`column ${name} holds ${value === null ? "null" : typeof value}`);
}

/** A text column. */
export function text(row: Row, name: string): string {
  const value = row[name];
  return typeof value === "string" ? value : fault(name, value);
}

/** A text column that may be null. */
export function textOrNull(row: Row, name: string): string | null {
  return row[name] === null ? null : text(row, name);
}

/** A whole number. */
export function int(row: Row, name: string): number {
  const value = row[name];
  return typeof value === "number" ? value : fault(name, value);
}

/** A whole number that may be null. */
export function intOrNull(row: Row, name: string): number | null {
  return row[name] === null ? null : int(row, name);
}
