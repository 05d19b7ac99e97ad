// What one argument's type, default and tags make of it, whether it is a parameter or a property of one.

import ts from "typescript";
import type { ParameterModel } from "../../model/function.ts";
import type { TagSet } from "../comments/constraint-tags.ts";
import type { ParameterEntry } from "../comments/parameter-entry.ts";
import { isUndefined, readDefault } from "../literals/default-value.ts";
import type { Source } from "../source.ts";
import type { TypeReader } from "../types/read-type.ts";
import { hasUndefined } from "../types/record-type.ts";
import { refined } from "../types/refined-type.ts";
import { withTags } from "../types/tagged-type.ts";
import type { GivenType } from "./parameter-type.ts";

/** What reading a signature needs. */
export interface SignatureReading {
  readonly source: Source;
  readonly types: TypeReader;
  readonly entries: readonly ParameterEntry[];
  readonly tool: string;
}

/** The part of a parameter that its type, its default and its tags decide. */
export function typeAndDefault(
  reading: SignatureReading,
  at: ts.ParameterDeclaration | ts.BindingElement,
  given: GivenType | undefined,
  tags: TagSet | undefined,
  initializer: ts.Expression | undefined,
): Pick<ParameterModel, "type" | "optional" | "default" | "passDefault" | "deprecated"> {
  const name = ts.isIdentifier(at.name) ? at.name.text : "";
  const type = given && reading.types.readPresent(given.type, given.node);
  const byCode = readDefault(reading.source, initializer);
  const value = byCode ?? tags?.default;
  const written = ts.isParameter(at) && at.questionToken !== undefined;
  const empty = initializer !== undefined && isUndefined(initializer);
  return {
    ...(type && { type: withTags(refined(type, name, reading.entries), tags) }),
    optional:
      written ||
      empty ||
      given?.optional === true ||
      (given !== undefined && hasUndefined(given.type)) ||
      tags?.default !== undefined,
    ...(value && { default: value }),
    // Nothing in the code supplies the value of a tag.
    passDefault: byCode === undefined && value !== undefined,
    ...(tags?.deprecated && { deprecated: true }),
  };
}

/** The tags of a `@param`, with those of a comment in place. */
export function mergedTags(first: TagSet | undefined, second: TagSet | undefined): TagSet | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const value = first.default ?? second.default;
  return {
    constraints: [...first.constraints, ...second.constraints],
    deprecated: first.deprecated || second.deprecated,
    ...(value && { default: value }),
  };
}
