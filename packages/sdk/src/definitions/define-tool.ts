// `defineTool`: gives the default export of a `*.tool.ts` its types. What is read is the value; the function adds nothing.

import type { ToolContext } from "../context/tool-context.ts";
import type { InputOf } from "./input-of.ts";

/** Whether a person must approve each call. */
export interface ApprovalOption {
  readonly required: boolean;
  /** Why; shown to who decides. */
  readonly reason?: string;
  /** What a denial does to the run. Default `fail`; `continue` hands it to the model as the tool's error. */
  readonly onDenied?: "continue" | "fail";
}

/** A tool as its author defines it. */
export interface ToolDefinition<Schema extends object, Result> {
  /** What the model calls: a letter, then letters, digits, `_` or `-`, at most 64 in all. */
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  /** Zod 3 or 4, a Standard JSON Schema of any other library, or a plain JSON Schema. It describes an object. */
  readonly inputSchema: Schema;
  /** What the handler gives back. Default: nothing is said about it. */
  readonly outputSchema?: object;
  /** Labels for what the tool touches, such as `ticket:write`: recorded and usable in policies, enforced by nothing. */
  readonly capabilities: readonly string[];
  /** The object, `true`, or the reason alone. */
  readonly approval: ApprovalOption | true | string;
  /** Seconds of one call, at most 300. Default 30. */
  readonly timeoutSeconds?: number;
  /** A name for people. */
  readonly title?: string;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  /** Gets the arguments as the schema's own parse gives them, defaults and transforms included. */
  // A method, so that a handler may ask for less than the whole context.
  handler(input: InputOf<Schema>, ctx: ToolContext): Result;
}

/**
 * Returns its argument unchanged and infers the handler's `input` from `inputSchema`.
 *
 * ```ts
 * export default defineTool({
 *   name: "add",
 *   description: "Add two numbers.",
 *   inputSchema: z.object({ a: z.number(), b: z.number().default(0) }),
 *   capabilities: [],
 *   approval: { required: false },
 *   handler: ({ a, b }) => a + b,
 * });
 * ```
 */
export function defineTool<const Schema extends object, Result>(
  definition: ToolDefinition<Schema, Result>,
): ToolDefinition<Schema, Result> {
  return definition;
}
