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

/** Schemas nested deeper than this are refused; a type that never ends is stopped a little later. */
export const deepestType = 64;

/** A type of more parts than this is not read to its end. */
export const mostParts = 60_000;
