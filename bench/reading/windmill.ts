// Windmill's parsers, and what they say of a function as the JSON Schema that it comes to.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

type Schema = Record<string, unknown>;

const require = createRequire(import.meta.url);
const wasm = (name: string): Buffer =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), "windmill_parser_wasm_bg.wasm"));

/** Reads one function of a module, as its input schema; undefined where it gives up. */
export type ForeignReader = (text: string, name: string) => Schema | undefined;

function schemaOf(type: unknown): Schema {
  if (type === "int") return { type: "integer" };
  if (type === "float") return { type: "number" };
  if (type === "bool") return { type: "boolean" };
  if (type === "datetime") return { type: "string", format: "date-time" };
  if (type === "date") return { type: "string", format: "date" };
  if (type === "bytes") return { type: "string", contentEncoding: "base64" };
  if (typeof type !== "object" || type === null) return { unknown: type };
  if ("str" in type) return Array.isArray(type.str) ? valuesSchema(type.str) : { type: "string" };
  if ("list" in type) return { type: "array", items: schemaOf(type.list) };
  if ("object" in type) return objectSchema(type.object);
  if ("oneof" in type && Array.isArray(type.oneof))
    return { oneOf: type.oneof.map((member) => objectSchema({ props: member.properties })) };
  return { unknown: type };
}

function valuesSchema(values: readonly unknown[]): Schema {
  return values.length === 1 ? { type: "string", const: values[0] } : { type: "string", enum: values };
}

function objectSchema(object: unknown): Schema {
  const props =
    typeof object === "object" && object !== null && "props" in object && Array.isArray(object.props)
      ? object.props
      : undefined;
  if (props === undefined) return { type: "object" };
  const properties = Object.fromEntries(props.map((prop) => [prop.key, schemaOf(prop.typ)]));
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function inputSchema(answer: string): Schema | undefined {
  const signature: unknown = JSON.parse(answer);
  if (typeof signature !== "object" || signature === null || !("args" in signature) || !Array.isArray(signature.args))
    return undefined;
  const properties = Object.fromEntries(signature.args.map((arg) => [arg.name, schemaOf(arg.typ)]));
  const required = signature.args.filter((arg) => !arg.has_default).map((arg) => arg.name);
  return { type: "object", properties, required, additionalProperties: false };
}

/** Windmill's parsers for both languages, ready. */
export async function windmill(): Promise<{ typescript: ForeignReader; python: ForeignReader }> {
  const ts = await import("windmill-parser-wasm-ts");
  const py = await import("windmill-parser-wasm-py");
  await ts.default({ module_or_path: wasm("windmill-parser-wasm-ts") });
  await py.default({ module_or_path: wasm("windmill-parser-wasm-py") });
  return {
    typescript: (text, name) => inputSchema(ts.parse_deno(text, name)),
    python: (text, name) => inputSchema(py.parse_python(text, name)),
  };
}
