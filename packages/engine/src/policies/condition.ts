// The `when` of a policy: CEL over what is known of a call. Loading CEL costs a cold command a tenth of a second, so that
// it is loaded with the first condition that there is.

import type { Json, JsonObject } from "../json/json.ts";

/** What conditions are about. */
export interface CallFacts {
  readonly tenant: string;
  /** `toolset/tool` */
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Null in a run of kind `call`. */
  readonly agent: string | null;
  readonly thread: string;
  readonly context: Json;
  readonly capabilities: readonly string[];
  readonly requestedBy: string;
}

/** What a condition came to; `failed` for one that has no truth: it is neither met nor not met. */
export type Truth = { readonly is: boolean } | { readonly failed: string };

/** A condition that compiles. */
export type Condition = (facts: CallFacts) => Truth;

/** A condition, or why it is none, with what may have been meant. */
export type Compiled =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly message: string };

/** Compiles a condition; the same text is compiled once. */
export async function compileCondition(when: string): Promise<Compiled> {
  const { compileCel } = await import("./cel.ts");
  return compileCel(when);
}
