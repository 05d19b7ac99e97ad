// `Annotated[T, …]`: text, `Doc(…)`, `Field(…)` and constraints; everything else in it is for others.

import type { Constraint, DefaultValue, TypeNode } from "../../model/type.ts";
import { fullNameOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { metadataConstraints } from "./constraints.ts";
import { fieldCall, textArgument } from "./field-call.ts";
import type { TypeContext } from "./type-context.ts";

/** What the parts behind the type say. */
export interface Metadata {
  readonly constraints: readonly Constraint[];
  readonly description: string | undefined;
  readonly default: DefaultValue | undefined;
  readonly alias: string | undefined;
  readonly deprecated: boolean;
}

/** Reads the parts behind the type of an `Annotated`. */
export function metadataOf(parts: readonly ExpressionNode[], context: TypeContext): Metadata {
  const constraints: Constraint[] = [];
  let found: Omit<Metadata, "constraints"> = {
    description: undefined,
    default: undefined,
    alias: undefined,
    deprecated: false,
  };
  for (const part of parts) {
    const field = fieldCall(part, context);
    if (field !== undefined) {
      constraints.push(...field.constraints);
      found = {
        description: found.description ?? field.description,
        default: field.default ?? found.default,
        alias: field.alias ?? found.alias,
        deprecated: field.deprecated || found.deprecated,
      };
    } else if (part.kind === "call") {
      constraints.push(...(metadataConstraints(part, context) ?? []));
      if (isDoc(part.callee, context))
        found = { ...found, description: found.description ?? textArgument(docText(part), context) };
    } else {
      found = { ...found, description: found.description ?? textArgument(part, context) };
    }
  }
  return { constraints, ...found };
}

function isDoc(callee: ExpressionNode, context: TypeContext): boolean {
  const name = fullNameOf(callee, context.scope);
  return name === "typing.Doc" || name === "annotated_types.doc" || name === "annotated_doc.Doc";
}

function docText(call: Extract<ExpressionNode, { kind: "call" }>): ExpressionNode | undefined {
  return call.arguments[0] ?? call.keywords.find((one) => one.name === "documentation")?.value;
}

/** A type with what is said of it; the type itself where nothing is. */
export function constrained(
  type: TypeNode,
  constraints: readonly Constraint[],
  description: string | undefined,
): TypeNode {
  if (constraints.length === 0 && description === undefined) return type;
  const about = description === undefined ? {} : { description };
  return Object.freeze({ kind: "constrained", type, constraints: Object.freeze([...constraints]), ...about });
}
