// Names and functions in a condition that there are not: CEL tells of them only when it meets them, which is too late.

import type { parse } from "@bufbuild/cel";

type Expression = ReturnType<typeof parse>["expr"];
type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];
type Macro = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];

/** A name or a function that is not known. */
export interface UnknownName {
  readonly kind: "name" | "function";
  readonly name: string;
}

/** Names that are types, and what types of its standard library begin with. */
const TYPES = ["int", "uint", "double", "bool", "string", "bytes", "list", "map", "null_type", "type", "google"];

/** Everything in an expression that is neither known nor bound by a macro around it. */
export function unknownNames(
  expression: Expression | undefined,
  names: ReadonlySet<string>,
  functions: ReadonlySet<string>,
): readonly UnknownName[] {
  const all = (inner: readonly (Expression | undefined)[], bound = names): readonly UnknownName[] =>
    inner.flatMap((one) => unknownNames(one, bound, functions));
  const node = expression?.exprKind;
  switch (node?.case) {
    case "identExpr":
      return names.has(node.value.name) || TYPES.includes(node.value.name)
        ? []
        : [{ kind: "name", name: node.value.name }];
    case "selectExpr":
      return all([node.value.operand]);
    case "callExpr":
      return ofCall(node.value, functions, all);
    case "listExpr":
      return all(node.value.elements);
    case "structExpr":
      return all(
        node.value.entries.flatMap(({ keyKind, value }) => [
          keyKind.case === "mapKey" ? keyKind.value : undefined,
          value,
        ]),
      );
    case "comprehensionExpr":
      return ofMacro(node.value, names, all);
    default:
      return [];
  }
}

type All = (inner: readonly (Expression | undefined)[], bound?: ReadonlySet<string>) => readonly UnknownName[];

function ofCall(
  { function: name, target, args }: Call,
  functions: ReadonlySet<string>,
  all: All,
): readonly UnknownName[] {
  // `strings.quote(x)` is a function of the namespace `strings`, which is no name.
  if (functions.has(`strings.${name}`)) return all(args);
  const known = functions.has(name) || isOperator(name);
  return [...(known ? [] : [{ kind: "function", name } as const]), ...all([target, ...args])];
}

function ofMacro(macro: Macro, names: ReadonlySet<string>, all: All): readonly UnknownName[] {
  const { iterVar, iterVar2, accuVar, iterRange, accuInit, loopCondition, loopStep, result } = macro;
  const inside = new Set([...names, iterVar, iterVar2, accuVar]);
  return [...all([iterRange, accuInit]), ...all([loopCondition, loopStep, result], inside)];
}

/** `_&&_`, `_[_]` and the like, which are no functions of the library. */
function isOperator(name: string): boolean {
  return name.startsWith("_") || name.startsWith("@") || name.endsWith("_");
}
