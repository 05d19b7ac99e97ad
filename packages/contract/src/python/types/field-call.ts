// `Field(…)` of pydantic, as a default or in `Annotated`: constraints, text, default, alias.

import type { Constraint, DefaultValue } from "../../model/type.ts";
import { defaultOf, knownValue } from "../literals/known-values.ts";
import { fullNameOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { spanOf, textOf } from "../syntax/source-text.ts";
import { constraintsOf } from "./constraints.ts";
import type { TypeContext } from "./type-context.ts";

/** What a `Field(…)` says. */
export interface FieldCall {
  readonly constraints: readonly Constraint[];
  readonly description: string | undefined;
  readonly default: DefaultValue | undefined;
  readonly alias: string | undefined;
  readonly deprecated: boolean;
}

/** Reads an expression as `Field(…)`, if it is one. */
export function fieldCall(node: ExpressionNode | undefined, context: TypeContext): FieldCall | undefined {
  if (node?.kind !== "call") return undefined;
  const name = fullNameOf(node.callee, context.scope);
  if (name !== "pydantic.Field" && name !== "pydantic.v1.Field") return undefined;
  const argument = (wanted: string) => node.keywords.find((one) => one.name === wanted)?.value;
  const alias = argument("validation_alias") ?? argument("alias");
  const aliasText = alias === undefined ? undefined : knownValue(alias, context.scope)?.value;
  const deprecated = argument("deprecated");
  return {
    constraints: constraintsOf(node, context),
    description: textArgument(argument("description"), context),
    default: defaultIn(node, "default", context),
    alias: typeof aliasText === "string" ? aliasText : undefined,
    deprecated: deprecated !== undefined && knownValue(deprecated, context.scope)?.value !== false,
  };
}

/** The default that `Field(…)` or a dataclass's `field(…)` gives. `...` is none. */
export function defaultIn(call: CallNode, keyword: string, context: TypeContext): DefaultValue | undefined {
  const first = keyword === "default" && fullNameOf(call.callee, context.scope)?.startsWith("pydantic.") === true;
  const value = (first ? call.arguments[0] : undefined) ?? call.keywords.find((one) => one.name === keyword)?.value;
  if (value !== undefined && value.kind !== "ellipsis") return defaultOf(value, context.scope);
  const factory = call.keywords.find((one) => one.name === "default_factory")?.value;
  return factory === undefined ? undefined : factoryDefault(factory, context);
}

const FACTORIES: ReadonlyMap<string, readonly [] | Readonly<Record<string, never>>> = new Map<
  string,
  readonly [] | Readonly<Record<string, never>>
>([
  ["builtins.list", []],
  ["builtins.set", []],
  ["builtins.dict", {}],
]);

function factoryDefault(factory: ExpressionNode, context: TypeContext): DefaultValue {
  const value = FACTORIES.get(fullNameOf(factory, context.scope) ?? "");
  const about = { text: textOf(factory.place), span: Object.freeze(spanOf(factory.place)) };
  return Object.freeze(value === undefined ? { kind: "computed", ...about } : { kind: "literal", value, ...about });
}

/** Text given as an argument: a literal or a constant. */
export function textArgument(node: ExpressionNode | undefined, context: TypeContext): string | undefined {
  const value = node === undefined ? undefined : knownValue(node, context.scope)?.value;
  return typeof value === "string" ? value.trim().replaceAll(/\s*\n\s*/g, " ") : undefined;
}
