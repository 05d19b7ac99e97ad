// What an editor knows of `haft` and `@plico-ai/sdk` inside a tool: `tsconfig.json` names this file for both. `haft init`
// wrote it; tools do not need it to run.

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** A reason why a call is parked. It counts when the tool returns it; its companion then gives the result. */
export interface Wait {
  readonly kind: "answer" | "time" | "files" | "signal";
  readonly params: { readonly [name: string]: any };
  readonly meta: { readonly [name: string]: any };
}

export interface WaitOptions {
  /** JSON of at most 64 KiB that the companion gets back. */
  readonly meta?: JsonObject;
}

export interface TimedWaitOptions extends WaitOptions {
  /** At most 366 days; 7 days where absent. */
  readonly timeoutSeconds?: number;
}

export interface AskOptions extends TimedWaitOptions {
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject;
  readonly choices?: readonly (string | number | boolean | null)[];
  /** Who may answer. */
  readonly to?: string | readonly string[];
}

/** Wait for a person's answer. The companion gets `{ response, answered_by }`. */
export declare function askUser(question: string, options?: AskOptions): Wait;
/** Wait for a length of time. The companion gets `{ elapsed_seconds }`. */
export declare function sleepFor(seconds: number, options?: WaitOptions): Wait;
/** Wait until a moment with an offset. The companion gets `{ elapsed_seconds }`. */
export declare function sleepUntil(moment: string | Date, options?: WaitOptions): Wait;
/** Wait for a change of files in the workspace. The companion gets `{ changes }`. */
export declare function watchFiles(paths: string | readonly string[], options?: TimedWaitOptions): Wait;
/** Wait for a signal from outside. The companion gets `{ payload }`. */
export declare function waitForSignal(key: string, options?: TimedWaitOptions): Wait;

export interface ToolOptions {
  readonly name?: string;
  readonly description?: string;
  readonly title?: string;
  /** Above 0, at most 300; 30 where absent. */
  readonly timeoutSeconds?: number;
  readonly capabilities?: readonly string[];
  /** `true`, a reason, or the whole demand: a person must approve each call. */
  readonly approval?: boolean | string | { required: boolean; reason?: string; onDenied?: "continue" | "fail" };
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** Set options of an exported function. Values are literals. */
export declare function tool(toolFunction: (...args: any[]) => unknown, options?: ToolOptions): void;

export type Companion = (payload: any, meta: any, ctx: ToolContext) => unknown;

export interface ResumeOptions {
  /** Which ends of a wait the companion is called for; `["answer"]` where absent. */
  readonly on?: readonly ("answer" | "timeout" | "cancel")[];
  readonly idempotent?: boolean;
}

/** Give a tool the function that goes on when it has waited. */
export declare function resumes(toolFunction: (...args: any[]) => unknown, companion: Companion, options?: ResumeOptions): void;

export interface ArtifactVersion {
  readonly path: string;
  readonly version: number;
  readonly size: number;
  readonly digest: string;
}

export interface ArtifactEntry extends ArtifactVersion {
  readonly mimeType: string;
  readonly at: string;
}

/** Versioned files of the thread. */
export interface Artifacts {
  read(path: string, version?: number): Promise<string | Uint8Array>;
  write(path: string, content: string | Uint8Array, options?: { readonly mimeType?: string }): Promise<ArtifactVersion>;
  list(): Promise<readonly ArtifactEntry[]>;
}

/** The call's surroundings. A unit test passes an object with the fields that the tool uses. */
export interface ToolContext {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly callId: string;
  readonly bundle: string;
  readonly config: Readonly<Record<string, any>>;
  readonly dataDir: string | null;
  readonly workdir: string | null;
  readonly context: any;
  readonly idempotencyKey: string;
  readonly parkedAt: Date | null;
  readonly signal: AbortSignal;
  readonly artifacts: Artifacts;
  secret(name: string): Promise<string>;
  progress(fraction?: number, message?: string): void;
  inform(text: string): void;
  signalUrl(key: string): Promise<string>;
  askUser(question: string, options?: AskOptions): Wait;
  sleepFor(seconds: number, options?: WaitOptions): Wait;
  sleepUntil(moment: string | Date, options?: WaitOptions): Wait;
  watchFiles(paths: string | readonly string[], options?: TimedWaitOptions): Wait;
  waitForSignal(key: string, options?: TimedWaitOptions): Wait;
}

/** What the schema gives to the handler. A plain JSON Schema gives what the handler itself says. */
type InputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } }
  ? Output
  : Schema extends { readonly "~standard": { readonly types?: { readonly output: infer Output } | undefined } }
    ? Output
    : Schema extends { readonly _output: infer Output }
      ? Output
      : any;

export interface ToolDefinition<Schema extends object, Result> {
  readonly name: string;
  readonly description: string;
  /** Zod 3 or 4, a Standard JSON Schema of any other library, or a plain JSON Schema. */
  readonly inputSchema: Schema;
  readonly outputSchema?: object;
  readonly capabilities: readonly string[];
  readonly approval: { readonly required: boolean; readonly reason?: string; readonly onDenied?: "continue" | "fail" } | true | string;
  readonly timeoutSeconds?: number;
  readonly title?: string;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  handler(input: InputOf<Schema>, ctx: ToolContext): Result;
}

/** Give the default export of a `*.tool.ts` its types. */
export declare function defineTool<Schema extends object, Result>(
  definition: ToolDefinition<Schema, Result>,
): ToolDefinition<Schema, Result>;

export {};
