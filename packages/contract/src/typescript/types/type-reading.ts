// What the conversions of types share: the source, the way back to the whole conversion, and its bounds.

import type ts from "typescript";
import type { TypeNode } from "../../model/type.ts";
import type { Source } from "../source.ts";
import type { WrittenType } from "./written-type.ts";

/** One conversion of types to nodes, kept for the whole source so that a type is converted once. */
export interface TypeReading {
  readonly source: Source;
  /** Converts a type that stands inside another. */
  convert(type: ts.Type, as?: WrittenType): TypeNode;
  /** The same without its `undefined`: what an optional property holds. */
  convertPresent(type: ts.Type, as?: WrittenType): TypeNode;
}

/**
 * A type nested deeper than this is not read to its end. Further than a schema may be nested, for not every step of a
 * type (a union, an alias) is one of its schema: what is refused here would be refused there.
 */
export const deepestType = 130;

/** A type of more parts than this is not read to its end: its schema could not be small enough. */
export const mostParts = 20_000;
