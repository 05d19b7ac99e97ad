// Which classes are records, and of what kind: TypedDict, dataclass, NamedTuple, pydantic model.

import { isStandardModule } from "../names/known-modules.ts";
import type { Scope } from "../names/module-scope.ts";
import { fullNameOf, originOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import type { ClassNode } from "../syntax/statement-nodes.ts";

/** The kinds of records. */
export type RecordKind = "typed-dict" | "dataclass" | "named-tuple" | "pydantic" | "pydantic-1";

const BASES: ReadonlyMap<string, RecordKind> = new Map([
  ["typing.TypedDict", "typed-dict"],
  ["typing.NamedTuple", "named-tuple"],
  ["pydantic.BaseModel", "pydantic"],
  ["pydantic.v1.BaseModel", "pydantic-1"],
  ["pydantic.generics.GenericModel", "pydantic-1"],
]);
const DECORATORS: ReadonlySet<string> = new Set(["dataclasses.dataclass", "pydantic.dataclasses.dataclass"]);

/** The kind of record that a class is; undefined for other classes. */
export function recordKind(node: ClassNode, scope: Scope, way = 0): RecordKind | undefined {
  if (isDataclass(node, scope)) return "dataclass";
  for (const base of way > 20 ? [] : node.bases) {
    const origin = originOf(withoutBrackets(base), scope);
    if (origin?.kind === "full") {
      const kind = BASES.get(origin.name);
      if (kind !== undefined) return kind;
    } else if (origin?.kind === "declared") {
      const holder = origin.bindings.findLast((one) => one.kind === "class");
      const kind = holder?.kind === "class" ? recordKind(holder.node, origin.scope, way + 1) : undefined;
      if (kind !== undefined) return kind;
    }
  }
  return undefined;
}

/** Whether a class itself is decorated as a dataclass: one that only derives from one adds no fields. */
export function isDataclass(node: ClassNode, scope: Scope): boolean {
  return node.decorators.some((one) => DECORATORS.has(fullNameOf(one.kind === "call" ? one.callee : one, scope) ?? ""));
}

/** Whether a base from elsewhere may bring fields that reading does not see. */
export function hidesFields(name: string): boolean {
  return !isStandardModule(name) && !/^(builtins|pydantic|injected|haft|plnt)\./.test(name);
}

/** `Base[int]` as `Base`. */
export function withoutBrackets(base: ExpressionNode): ExpressionNode {
  return base.kind === "subscript" ? base.value : base;
}
