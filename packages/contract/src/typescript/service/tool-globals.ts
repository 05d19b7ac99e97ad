// The globals that a tool has besides the language's own. Short on purpose: the DOM's declarations double the time.

/** Declarations of the globals, as source text. */
export const toolGlobals = `
interface Console {
  log(...data: unknown[]): void;
  info(...data: unknown[]): void;
  warn(...data: unknown[]): void;
  error(...data: unknown[]): void;
  debug(...data: unknown[]): void;
  trace(...data: unknown[]): void;
  table(data: unknown): void;
  time(label?: string): void;
  timeEnd(label?: string): void;
}
declare var console: Console;

interface Event { readonly type: string; }
interface EventTarget {
  addEventListener(type: string, listener: (event: Event) => void, options?: { once?: boolean; signal?: AbortSignal }): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
}
interface AbortSignal extends EventTarget {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
}
declare var AbortSignal: {
  prototype: AbortSignal;
  abort(reason?: unknown): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
  any(signals: AbortSignal[]): AbortSignal;
};
interface AbortController { readonly signal: AbortSignal; abort(reason?: unknown): void; }
declare var AbortController: { prototype: AbortController; new (): AbortController };

interface URLSearchParams {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(callback: (value: string, key: string) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare var URLSearchParams: {
  prototype: URLSearchParams;
  new (init?: string | Record<string, string> | Iterable<[string, string]> | URLSearchParams): URLSearchParams;
};
interface URL {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toString(): string;
  toJSON(): string;
}
declare var URL: {
  prototype: URL;
  new (url: string | URL, base?: string | URL): URL;
  canParse(url: string | URL, base?: string | URL): boolean;
  parse(url: string | URL, base?: string | URL): URL | null;
};

interface Headers {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(callback: (value: string, key: string) => void): void;
  entries(): IterableIterator<[string, string]>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
type HeadersInit = Headers | Record<string, string> | Iterable<[string, string]>;
declare var Headers: { prototype: Headers; new (init?: HeadersInit): Headers };

interface Blob {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array>;
  slice(start?: number, end?: number, contentType?: string): Blob;
  text(): Promise<string>;
}
declare var Blob: { prototype: Blob; new (parts?: Iterable<unknown>, options?: { type?: string }): Blob };
interface FormData {
  append(name: string, value: string | Blob, fileName?: string): void;
  delete(name: string): void;
  get(name: string): string | Blob | null;
  has(name: string): boolean;
  set(name: string, value: string | Blob, fileName?: string): void;
}
declare var FormData: { prototype: FormData; new (): FormData };

interface Body {
  readonly body: unknown;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: string | Uint8Array | ArrayBuffer | Blob | FormData | URLSearchParams | null;
  signal?: AbortSignal | null;
  redirect?: "error" | "follow" | "manual";
  [option: string]: unknown;
}
interface Request extends Body {
  readonly headers: Headers;
  readonly method: string;
  readonly signal: AbortSignal;
  readonly url: string;
  clone(): Request;
}
declare var Request: { prototype: Request; new (input: string | URL | Request, init?: RequestInit): Request };
interface ResponseInit { headers?: HeadersInit; status?: number; statusText?: string }
interface Response extends Body {
  readonly headers: Headers;
  readonly ok: boolean;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  clone(): Response;
}
declare var Response: {
  prototype: Response;
  new (body?: unknown, init?: ResponseInit): Response;
  json(data: unknown, init?: ResponseInit): Response;
};
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

interface Timer { ref(): this; unref(): this; hasRef(): boolean; }
declare function setTimeout<A extends unknown[]>(callback: (...args: A) => void, milliseconds?: number, ...args: A): Timer;
declare function setInterval<A extends unknown[]>(callback: (...args: A) => void, milliseconds?: number, ...args: A): Timer;
declare function setImmediate<A extends unknown[]>(callback: (...args: A) => void, ...args: A): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare function clearInterval(timer: Timer | undefined): void;
declare function clearImmediate(timer: Timer | undefined): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T): T;
declare function atob(text: string): string;
declare function btoa(text: string): string;

interface TextEncoder { encode(text?: string): Uint8Array; }
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };
interface TextDecoder { readonly encoding: string; decode(bytes?: Uint8Array | ArrayBuffer): string; }
declare var TextDecoder: { prototype: TextDecoder; new (label?: string, options?: { fatal?: boolean }): TextDecoder };

interface Crypto {
  readonly subtle: any;
  getRandomValues<T>(array: T): T;
  randomUUID(): string;
}
declare var crypto: Crypto;
interface Performance { now(): number; readonly timeOrigin: number; }
declare var performance: Performance;

interface Buffer extends Uint8Array { toString(encoding?: string): string; }
declare var Buffer: {
  prototype: Buffer;
  from(data: string | Iterable<number> | ArrayBuffer, encoding?: string): Buffer;
  alloc(size: number): Buffer;
  concat(list: readonly Uint8Array[]): Buffer;
  byteLength(text: string): number;
  isBuffer(value: unknown): value is Buffer;
};
declare var process: {
  readonly env: Record<string, string | undefined>;
  readonly argv: string[];
  readonly platform: string;
  readonly version: string;
  readonly versions: Record<string, string>;
  readonly pid: number;
  cwd(): string;
  uptime(): number;
  memoryUsage(): Record<string, number>;
  hrtime: { bigint(): bigint };
};
`;
