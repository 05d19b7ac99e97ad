// The name under which a tool is offered to a model, settled once when it is bound.

import { createHash } from "node:crypto";

/** The longest name that every provider takes. */
const LONGEST_NAME = 64;

/** A tool that is being bound. */
export interface Bound {
  readonly toolset: string;
  readonly tool: string;
  /** The name that the binding gives. */
  readonly as?: string;
}

/** The name, or why there is none. */
export type OfferedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly message: string };

/** A name that fits: longer ones are cut, and told apart by a hash of the whole. */
export function cutName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - hash.length - 1)}_${hash}`;
}

/** The long form, from which toolset and tool can be told again: a toolset's id holds no `_`. */
export function longName(toolset: string, tool: string): string {
  return cutName(`${toolset}__${tool}`);
}

/** A tool's one id everywhere: `toolset/tool`. */
function toolId({ toolset, tool }: Bound): string {
  return `${toolset}/${tool}`;
}

/**
 * Settles the name of a tool: the one that the binding gives, else the bare name if it is free at this moment, else the
 * long form. `taken` holds the names that are settled, with the ids of their tools; none of them is changed.
 */
export function offeredName(bound: Bound, taken: ReadonlyMap<string, string>): OfferedName {
  const choices =
    bound.as === undefined ? [cutName(bound.tool), longName(bound.toolset, bound.tool)] : [cutName(bound.as)];
  const free = choices.find((name) => !taken.has(name));
  if (free !== undefined) return { ok: true, name: free };
  const last = choices.at(-1) ?? bound.tool;
  return {
    ok: false,
    message: `${toolId(bound)} cannot be offered as ${last}: that is the name of ${taken.get(last)}; give one of the two another name with \`as\``,
  };
}
