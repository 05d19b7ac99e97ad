// The calls of yield helpers in a function's own body: `ask_user(…)`, `haft.ask_user(…)`, `ctx.ask_user(…)`, aliases.

import type { HelperCall } from "../../model/function.ts";
import { localImports } from "../names/bindings.ts";
import { HELPERS, haftName } from "../names/injected-names.ts";
import type { ModuleScope } from "../names/module-scope.ts";
import { fullNameAt, type Origin, originOfBinding, originOfPath } from "../names/origins.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { BodyCall, FunctionNode } from "../syntax/statement-nodes.ts";

/** The helper calls of a function. */
export function helperCalls(node: FunctionNode, scope: ModuleScope): readonly HelperCall[] {
  const imports = localImports(node.body.imports);
  const own = new Set([...node.parameters.map(({ name }) => name), ...node.body.bound]);
  const calls = node.body.calls.flatMap((call) => {
    const helper = helperOf(call, own, imports, scope);
    if (helper === undefined) return [];
    const span = Object.freeze(spanOf(call.place));
    return [Object.freeze({ text: call.callee, helper, span, dropped: call.dropped })];
  });
  return Object.freeze(calls);
}

function helperOf(
  call: BodyCall,
  own: ReadonlySet<string>,
  imports: ReturnType<typeof localImports>,
  scope: ModuleScope,
): string | undefined {
  const [first = "", ...rest] = call.callee.split(".");
  const last = rest.at(-1) ?? first;
  if (first === "ctx" && own.has("ctx")) return rest.length === 1 && HELPERS.has(last) ? last : undefined;
  const binding = imports.get(first);
  if (binding === undefined && own.has(first)) return undefined;
  const origin =
    binding === undefined ? originOfPath(call.callee, scope) : below(originOfBinding(binding, first, scope), rest);
  const name = haftName(fullNameAt(origin, 0) ?? "")?.name;
  return name !== undefined && HELPERS.has(name) ? name : undefined;
}

/** `h.ask_user` where `h` was imported in the body. */
function below(origin: Origin, rest: readonly string[]): Origin {
  if (rest.length === 0 || (origin.kind !== "module" && origin.kind !== "full")) return origin;
  return { kind: "full", name: [origin.name, ...rest].join(".") };
}
