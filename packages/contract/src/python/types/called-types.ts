// Types that are made by a call in the annotation: `conint(ge=1)`, `constr(…)`, `conlist(…)`, `type(None)`.

import type { TypeNode } from "../../model/type.ts";
import { fullNameOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import { constrained } from "./annotated.ts";
import { constraintsOf } from "./constraints.ts";
import { ANYTHING, knownType, NULL } from "./known-types.ts";
import { recordOfCall } from "./record-calls.ts";
import type { TypeContext } from "./type-context.ts";
import { notData } from "./type-faults.ts";

const PLAIN: ReadonlyMap<string, string> = new Map([
  ["conint", "builtins.int"],
  ["confloat", "builtins.float"],
  ["constr", "builtins.str"],
  ["conbytes", "builtins.bytes"],
  ["condecimal", "decimal.Decimal"],
  ["condate", "datetime.date"],
]);
const COLLECTIONS: ReadonlyMap<string, (items: TypeNode) => TypeNode> = new Map<string, (items: TypeNode) => TypeNode>([
  ["conlist", (items) => ({ kind: "list", items })],
  ["conset", (items) => ({ kind: "set", items, frozen: false })],
  ["confrozenset", (items) => ({ kind: "set", items, frozen: true })],
]);

/** The type that a call makes. */
export function typeOfCall(node: CallNode, context: TypeContext): TypeNode {
  const found = textOf(node.place);
  const name = fullNameOf(node.callee, context.scope) ?? "";
  const own = /^pydantic\.(?:v1\.)?(\w+)$/.exec(name)?.[1] ?? "";
  const plain = knownType(PLAIN.get(own) ?? "");
  if (plain !== undefined) return constrained(plain, constraintsOf(node, context), undefined);
  const collection = COLLECTIONS.get(own);
  if (collection !== undefined) {
    const items = node.arguments[0] ?? node.keywords.find((one) => one.name === "item_type")?.value;
    const type = Object.freeze(collection(items === undefined ? ANYTHING : context.reading.typeOf(items, context)));
    return constrained(type, constraintsOf(node, context), undefined);
  }
  if (name === "builtins.type" && isNone(node.arguments[0])) return NULL;
  const record = recordOfCall(node, { name: "", scope: context.scope, line: node.place.line }, context);
  return record ?? notData(found, "Give the type a name first: a dataclass, a TypedDict or an alias.");
}

function isNone(node: ExpressionNode | undefined): boolean {
  return node?.kind === "none";
}
