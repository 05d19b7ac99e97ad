// How one tool is called once its module has been loaded: made by the contract reader, followed inside the sandbox.

import type { Json, JsonObject } from "./json.ts";
import type { Shape } from "./shape.ts";

/** One argument of the model's, as a parameter of the function or as a property of its one object parameter. */
export interface ArgumentPlan {
  readonly name: string;
  readonly shape: Shape;
  /** Passed when the argument is absent. Only where the language itself would not supply it (`x: int = Field(10)`). */
  readonly default?: Json;
}

/**
 * One parameter of the function, in source order. `positional` is passed by place (all of TypeScript, Python's
 * positional-only ones), `keyword` by name (all other Python ones), `object` collects the arguments in one object
 * (a destructured TypeScript parameter), `context` receives `ctx` (Python: as the keyword `ctx`, or by place where `positional`).
 */
export type ParameterPlan =
  | ({ readonly passing: "positional" | "keyword" } & ArgumentPlan)
  | { readonly passing: "object"; readonly fields: readonly ArgumentPlan[] }
  | { readonly passing: "context"; readonly positional: boolean };

/** The companion that is called with the payload of a wait. */
export interface ResumePlan {
  /** The companion's name in the source; absent where it was written in place (TypeScript: found by `resumes(…)`). */
  readonly function?: string;
  readonly takesContext: boolean;
  /** Which ends it wants to be called for; the others are errors of the call. */
  readonly on: readonly ("answer" | "timeout" | "cancel")[];
  readonly idempotent: boolean;
  /** How the companion's own result is turned back into JSON. */
  readonly result: Shape;
}

/** How one tool is called. */
export interface ToolPlan {
  readonly tool: string;
  /** `function`: a function called with converted arguments. `definition`: a `defineTool` default export, whose own schema parses them. */
  readonly form: "function" | "definition";
  /** The function's name in the source. */
  readonly function: string;
  /** TypeScript: the name under which the module exports it (`default` for a default export). */
  readonly exportName?: string;
  readonly isAsync: boolean;
  readonly parameters: readonly ParameterPlan[];
  readonly result: Shape;
  /** Named shapes that `ref` nodes point to. */
  readonly definitions: Readonly<Record<string, Shape>>;
  readonly resume?: ResumePlan;
}

/** What a tool receives as `ctx`, as data; the live parts (secrets, artifacts, progress) are requests on the wire. */
export interface ContextData {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly callId: string;
  readonly bundle: string;
  readonly config: JsonObject;
  /** Absolute paths as the tool sees them; null where there is none. */
  readonly dataDir: string | null;
  readonly workdir: string | null;
  /** What the host passed when it started the run; absent: nothing. */
  readonly context?: Json;
  readonly idempotencyKey: string;
  /** ISO 8601: when the call parked, for a resumed call. */
  readonly parkedAt?: string;
}
