// What a tool is to everybody but its author: the public result of reading.

import type { JsonObject } from "@haft/sdk/wire";

/** The languages that tools are written in. */
export type Language = "typescript" | "python";

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Whether a call must be approved by a person before it runs. */
export interface ApprovalDemand {
  readonly required: boolean;
  readonly reason?: string;
  readonly onDenied?: "continue" | "fail";
}

/** What the author says about the tool's behaviour. Decides order, retries and display, never approval or isolation. */
export interface Annotations {
  readonly title?: string;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** Where a tool stands in its source: from the `def` or `export` to the end of the body, 1-based. */
export interface ToolLocation {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** One tool, as models, policies and surfaces see it. */
export interface ToolDescriptor {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Arguments; each valid against `inputSchema`. */
  readonly examples: readonly JsonObject[];
  /** Whether it has a companion, so that it may wait. */
  readonly yields: boolean;
  /** The wall-clock bound of one phase of a call, in seconds; 30 unless set, at most 300. */
  readonly timeoutSeconds: number;
  /** Labels for what the tool touches: recorded, usable in policies, enforced by nothing else. */
  readonly capabilities: readonly string[];
  readonly approval: ApprovalDemand;
  readonly annotations: Annotations;
  readonly language: Language;
  readonly function: string;
  readonly resumeFunction?: string;
  readonly takesContext: boolean;
  readonly location: ToolLocation;
}
