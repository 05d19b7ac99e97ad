// Constraints in Python's words: the arguments of `Field(…)`, `conint(…)` and kin, and the classes of `annotated_types`.

import type { Json } from "@haft/sdk/wire";
import type { Constraint } from "../../model/type.ts";
import { knownValue } from "../literals/known-values.ts";
import { moduleOf } from "../names/module-scope.ts";
import { fullNameOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import type { TypeContext } from "./type-context.ts";

const NUMBERS: ReadonlyMap<string, string> = new Map([
  ["ge", "minimum"],
  ["gt", "exclusiveMinimum"],
  ["le", "maximum"],
  ["lt", "exclusiveMaximum"],
  ["multiple_of", "multipleOf"],
]);
const LENGTHS: ReadonlyMap<string, string> = new Map([
  ["min_length", "minLength"],
  ["max_length", "maxLength"],
  ["min_items", "minItems"],
  ["max_items", "maxItems"],
]);
const PATTERNS: ReadonlySet<string> = new Set(["pattern", "regex"]);

/** The constraint of one keyword argument; undefined for arguments that are none. */
export function constraintOf(name: string, value: ExpressionNode, context: TypeContext): Constraint | undefined {
  const keyword =
    NUMBERS.get(name) ??
    LENGTHS.get(name) ??
    (PATTERNS.has(name) ? "pattern" : name === "unique_items" ? "uniqueItems" : undefined);
  if (keyword === undefined) return undefined;
  const literal = knownValue(compiled(value, context), context.scope)?.value;
  // `ge=None` is no constraint, and nor is `unique_items=False`.
  if (literal === null || (keyword === "uniqueItems" && literal === false)) return undefined;
  return constraint(keyword, fitting(name, literal), `${name}=${textOf(value.place)}`, context);
}

/** All constraints among the keywords of a call. */
export function constraintsOf(call: CallNode, context: TypeContext): Constraint[] {
  return call.keywords.flatMap(({ name, value }) => {
    const found = name === undefined ? undefined : constraintOf(name, value, context);
    return found === undefined ? [] : [found];
  });
}

/** `re.compile("…")` stands for its text. */
function compiled(value: ExpressionNode, context: TypeContext): ExpressionNode {
  if (value.kind !== "call" || fullNameOf(value.callee, context.scope) !== "re.compile") return value;
  return value.arguments[0] ?? value;
}

/** A value of the right kind, or undefined: what was written is malformed. */
function fitting(name: string, value: Json | undefined): Json | undefined {
  if (NUMBERS.has(name)) return typeof value === "number" ? value : undefined;
  if (LENGTHS.has(name)) return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
  if (PATTERNS.has(name)) return typeof value === "string" ? value : undefined;
  return value === true ? true : undefined;
}

function constraint(keyword: string, value: Json | undefined, text: string, { at, scope }: TypeContext): Constraint {
  const module = moduleOf(scope);
  const file = module.name === undefined ? {} : { file: module.file };
  return Object.freeze({ keyword, value, text, span: at, ...file });
}

const CLASSES: ReadonlyMap<string, readonly string[]> = new Map([
  ["annotated_types.Ge", ["ge"]],
  ["annotated_types.Gt", ["gt"]],
  ["annotated_types.Le", ["le"]],
  ["annotated_types.Lt", ["lt"]],
  ["annotated_types.Interval", ["gt", "ge", "lt", "le"]],
  ["annotated_types.MultipleOf", ["multiple_of"]],
  ["annotated_types.MinLen", ["min_length"]],
  ["annotated_types.MaxLen", ["max_length"]],
  ["annotated_types.Len", ["min_length", "max_length"]],
  ["pydantic.StringConstraints", []],
]);

/** The constraints of `Ge(1)`, `Len(1, 5)`, `StringConstraints(…)`; undefined for any other call. */
export function metadataConstraints(call: CallNode, context: TypeContext): Constraint[] | undefined {
  const fullName = fullNameOf(call.callee, context.scope);
  const names = CLASSES.get(fullName ?? "");
  if (names === undefined) return undefined;
  // `Interval` takes keywords only; the others name their one or two values.
  const places = call.arguments.flatMap((value, index) => {
    const name = names[index];
    const found = name === undefined ? undefined : constraintOf(name, value, context);
    return found === undefined ? [] : [found];
  });
  return [...places, ...constraintsOf(call, context)];
}
