// What `haft` declares to a tool, as source text: the names and types of the sdk, without reading the sdk from disk. A
// test holds the two against each other.

/** Declarations of the module `haft` (and `@plico-ai/sdk`). */
export const haftModule = `
type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject { readonly [key: string]: Json; }

export interface Wait {
  readonly kind: "answer" | "time" | "files" | "signal";
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

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
export interface Artifacts {
  read(path: string, version?: number): Promise<string | Uint8Array>;
  write(path: string, content: string | Uint8Array, options?: { readonly mimeType?: string }): Promise<ArtifactVersion>;
  list(): Promise<readonly ArtifactEntry[]>;
}

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

export interface WaitOptions { readonly meta?: JsonObject; }
export interface TimedWaitOptions extends WaitOptions { readonly timeoutSeconds?: number; }
export interface AskOptions extends TimedWaitOptions {
  readonly schema?: JsonObject;
  readonly choices?: readonly (string | number | boolean | null)[];
  readonly to?: string | readonly string[];
}

export declare function askUser(question: string, options?: AskOptions): Wait;
export declare function sleepFor(seconds: number, options?: WaitOptions): Wait;
export declare function sleepUntil(moment: string | Date, options?: WaitOptions): Wait;
export declare function watchFiles(paths: string | readonly string[], options?: TimedWaitOptions): Wait;
export declare function waitForSignal(key: string, options?: TimedWaitOptions): Wait;

export interface ToolOptions {
  readonly name?: string;
  readonly description?: string;
  readonly title?: string;
  readonly timeoutSeconds?: number;
  readonly capabilities?: readonly string[];
  readonly approval?: boolean | string | { required: boolean; reason?: string; onDenied?: "continue" | "fail" };
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}
export declare function tool(toolFunction: (...args: any[]) => unknown, options?: ToolOptions): void;

export type Companion = (payload: any, meta: any, ctx: ToolContext) => unknown;
export interface ResumeOptions {
  readonly on?: readonly ("answer" | "timeout" | "cancel")[];
  readonly idempotent?: boolean;
}
export declare function resumes(
  toolFunction: (...args: any[]) => unknown,
  companion: Companion,
  options?: ResumeOptions,
): void;

export declare function defineTool<const T extends object>(definition: T): T;
`;
