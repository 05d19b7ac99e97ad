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
