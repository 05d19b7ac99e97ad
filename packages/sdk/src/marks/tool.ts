// Options of a tool that is a plain exported function.

/** How a tool behaves and is offered. Values are literals: they are read from the source. */
export interface ToolOptions {
  readonly name?: string;
  readonly description?: string;
  readonly title?: string;
  /** Above 0, at most 300; default the toolset's, else 30. */
  readonly timeoutSeconds?: number;
  /** Labels for what the tool touches; recorded and usable in policies. */
  readonly capabilities?: readonly string[];
  /** `true`, a reason, or the whole demand: a person must approve each call. */
  readonly approval?: boolean | string | { required: boolean; reason?: string; onDenied?: "continue" | "fail" };
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** Sets options of an exported function: `tool(greet, { timeoutSeconds: 60 })`. Does nothing when it runs. */
// biome-ignore lint/suspicious/noExplicitAny: a tool may have any parameters
export function tool(toolFunction: (...args: any[]) => unknown, options?: ToolOptions): void {
  void toolFunction;
  void options;
}
