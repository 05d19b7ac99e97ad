// What `haft` declares to a tool, as source text: the same names and types as the sdk, without reading the sdk from disk.

/** Declarations of the module `haft` (and `@plico-ai/sdk`). */
export const haftModule = `
declare const waits: unique symbol;
/** What a tool returns in order to wait; it comes back to the companion. */
export interface Wait { readonly [waits]: true; }

export interface Artifacts {
  write(path: string, data: unknown, options?: { mimeType?: string }): Promise<{ path: string; version: number }>;
  read(path: string, options?: { version?: number }): Promise<Uint8Array>;
  list(prefix?: string): Promise<{ path: string; version: number; size: number; mimeType: string }[]>;
}

export interface ToolContext {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly threadId: string;
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
  inform(text: string): void;
  progress(fraction: number, message?: string): void;
  signalUrl(key: string): Promise<string>;
  askUser(question: string, options?: AskOptions): Wait;
  sleepFor(seconds: number, options?: WaitOptions): Wait;
  sleepUntil(iso: string, options?: WaitOptions): Wait;
  watchFiles(paths: string | readonly string[], options?: TimedWaitOptions): Wait;
  waitForSignal(key: string, options?: TimedWaitOptions): Wait;
}

export interface WaitOptions { meta?: unknown; }
export interface TimedWaitOptions extends WaitOptions { timeoutSeconds?: number; }
export interface AskOptions extends TimedWaitOptions {
  schema?: unknown;
  choices?: readonly unknown[];
  to?: string | readonly string[];
}

export declare function askUser(question: string, options?: AskOptions): Wait;
export declare function sleepFor(seconds: number, options?: WaitOptions): Wait;
export declare function sleepUntil(iso: string, options?: WaitOptions): Wait;
export declare function watchFiles(paths: string | readonly string[], options?: TimedWaitOptions): Wait;
export declare function waitForSignal(key: string, options?: TimedWaitOptions): Wait;

export interface ToolOptions {
  name?: string;
  description?: string;
  title?: string;
  timeoutSeconds?: number;
  capabilities?: readonly string[];
  approval?: boolean | string | { required: boolean; reason?: string; onDenied?: "continue" | "fail" };
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}
export declare function tool(fn: (...args: any[]) => unknown, options?: ToolOptions): void;
export declare function resumes(
  fn: (...args: any[]) => unknown,
  companion: (payload: any, meta: any, ctx: ToolContext) => unknown,
  options?: { on?: readonly ("answer" | "timeout" | "cancel")[]; idempotent?: boolean },
): void;
export declare function defineTool<const T>(definition: T): T;
`;
