// Which function goes on when a tool has waited: registered when the module is loaded.

import type { ToolContext } from "../context/tool-context.ts";

/** What goes on with the payload of a wait and gives the tool's result. */
// biome-ignore lint/suspicious/noExplicitAny: payload and meta are JSON whose shape only the author knows
export type Companion = (payload: any, meta: any, ctx: ToolContext) => unknown;

/** Which ends of a wait a companion wants to be called for, and whether it may be started again. */
export interface ResumeOptions {
  /** Default `["answer"]`: the other ends are errors of the call. */
  readonly on?: readonly ("answer" | "timeout" | "cancel")[];
  /** Whether it may be started again when a worker was lost. Default false. */
  readonly idempotent?: boolean;
}

const companions = new WeakMap<object, Companion>();

/**
 * Gives a tool the function that goes on when it has waited: `resumes(ask, (payload) => payload.response)`. Options are
 * read from the source, so that they are literals.
 */
export function resumes(
  // biome-ignore lint/suspicious/noExplicitAny: a tool may have any parameters
  toolFunction: (...args: any[]) => unknown,
  companion: Companion,
  options?: ResumeOptions,
): void {
  void options;
  companions.set(toolFunction, companion);
}

/** The companion of a tool's function. */
export function companionOf(toolFunction: object): Companion | undefined {
  return companions.get(toolFunction);
}
