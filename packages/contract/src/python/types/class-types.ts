// A class as a type: an enum, a record, or not data.

import type { TypeNode } from "../../model/type.ts";
import { enumOf } from "../literals/known-values.ts";
import type { Scope } from "../names/module-scope.ts";
import { originOf } from "../names/origins.ts";
import { textOf } from "../syntax/source-text.ts";
import type { ClassNode } from "../syntax/statement-nodes.ts";
import { className, declarationOf } from "./class-names.ts";
import { typeOfEnum } from "./enum-types.ts";
import { hidesFields, recordKind, withoutBrackets } from "./record-kinds.ts";
import { recordOf } from "./records.ts";
import type { AliasInProgress, TypeContext } from "./type-context.ts";
import { foreignType, notData, tooLarge, unknownName } from "./type-faults.ts";
import { identityOf } from "./type-identity.ts";
import { typeParametersOf } from "./type-parameters.ts";

/** The type that a class of the folder stands for; `given` are the types in its brackets. */
export function typeOfClass(
  node: ClassNode,
  scope: Scope,
  given: readonly TypeNode[],
  found: string,
  context: TypeContext,
): TypeNode {
  const model = enumOf(node, scope);
  if (model !== undefined) return typeOfEnum(model, node.name, className(node, scope), found);
  const kind = recordKind(node, scope);
  if (kind === undefined) return unreadBase(node, scope) ?? notData(found, whatInstead(node));
  const variables = typeParametersOf(node, scope, given, context);
  const declaration = declarationOf(node, scope);
  if (variables.size === 0) return plainRecord(node, scope, declaration, context);
  return genericRecord(
    node,
    scope,
    `${declaration}[${[...variables.values()].map(identityOf).join(",")}]`,
    variables,
    context,
  );
}

/** A record without type variables: named, and read only when somebody looks into it. */
function plainRecord(node: ClassNode, scope: Scope, declaration: string, context: TypeContext): TypeNode {
  const { records } = context.reading;
  const known = records.get(declaration);
  if (known !== undefined) return known;
  let body: TypeNode | undefined;
  const named: TypeNode = Object.freeze({
    kind: "named",
    name: node.name,
    declaration,
    body: () => (body ??= recordOf(node, scope, new Map(), named, context)),
  });
  records.set(declaration, named);
  return named;
}

/** Generic classes nest this deep in themselves before they are held for endless. */
const DEEPEST = 60;

/** A generic record is written in place, unless it meets itself on the way. */
function genericRecord(
  node: ClassNode,
  scope: Scope,
  declaration: string,
  variables: ReadonlyMap<string, TypeNode>,
  context: TypeContext,
): TypeNode {
  const { inProgress, records } = context.reading;
  const known = records.get(declaration);
  if (known !== undefined) return known;
  const before = inProgress.get(declaration);
  const named = (entry: AliasInProgress): TypeNode =>
    Object.freeze({ kind: "named", name: node.name, declaration, body: () => entry.body ?? tooLarge(node.name) });
  if (before !== undefined) {
    before.isRecursive = true;
    return named(before);
  }
  if (inProgress.size >= DEEPEST || declaration.length > 4_000) return tooLarge(node.name);
  const entry: AliasInProgress = { isRecursive: false, body: undefined };
  inProgress.set(declaration, entry);
  const record = recordOf(node, scope, variables, named(entry), context);
  inProgress.delete(declaration);
  entry.body = record;
  const type = entry.isRecursive ? named(entry) : record;
  records.set(declaration, type);
  return type;
}

/** A base from elsewhere that may make a record of the class. */
function unreadBase(node: ClassNode, scope: Scope): TypeNode | undefined {
  for (const base of node.bases) {
    const origin = originOf(withoutBrackets(base), scope);
    if (origin?.kind === "unknown") return unknownName(textOf(base.place), origin, scope);
    if (origin?.kind === "full" && hidesFields(origin.name)) return foreignType(textOf(base.place), origin.name);
  }
  return undefined;
}

/** A class that holds data but is no record needs only to say so. */
function whatInstead(node: ClassNode): string {
  const hasFields = node.statements.some((one) => one.kind === "annotated-assign");
  const takes = node.statements.some((one) => one.kind === "function" && one.name === "__init__");
  if (hasFields) return `Put \`@dataclass\` above \`class ${node.name}\`.`;
  return takes
    ? `Turn \`${node.name}\` into a dataclass, or take the values that it is made of.`
    : `Declare the fields of \`${node.name}\` as a dataclass or a TypedDict.`;
}
