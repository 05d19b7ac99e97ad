// Which decorators make a function a tool or a companion.

import { haftName } from "../names/injected-names.ts";
import type { Scope } from "../names/module-scope.ts";
import { fullNameOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import type { Place } from "../syntax/source-text.ts";

/** A decorator of Haft's. */
export interface HaftDecorator {
  readonly kind: "tool" | "resumes";
  /** The module of the name, or `injected`. */
  readonly from: string;
  /** Its arguments, where it is called. */
  readonly call: CallNode | undefined;
  readonly place: Place;
}

/** The decorators of Haft's among some, in order. */
export function haftDecorators(decorators: readonly ExpressionNode[], scope: Scope): readonly HaftDecorator[] {
  return decorators.flatMap((node): HaftDecorator[] => {
    const call = node.kind === "call" ? node : undefined;
    const name = haftName(fullNameOf(call?.callee ?? node, scope) ?? "");
    if (name?.name === "tool" || name?.name === "primer_tool")
      return [{ kind: "tool", from: name.from, call, place: node.place }];
    if (name?.name === "resumes") return [{ kind: "resumes", from: name.from, call, place: node.place }];
    return [];
  });
}

/** Whether a function is one of several signatures of the same name. */
export function isOverload(decorators: readonly ExpressionNode[], scope: Scope): boolean {
  return decorators.some((node) => fullNameOf(node, scope) === "typing.overload");
}
