// Turns all of a command line's `name=text` into arguments.

import type { Json, JsonObject } from "@haft/sdk/wire";
import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Issue } from "./describe-misfit.ts";
import { isObject, resolveReference } from "./resolve-reference.ts";
import { textToValue } from "./text-to-value.ts";

/** The arguments, or every text that cannot become one. */
export type TextArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The schema of one argument; undefined: there is none of that name. */
function argumentSchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const whole = typeof schema.$ref === "string" ? resolveReference(schema, schema.$ref) : schema;
  if (!isObject(whole)) return {};
  const properties = isObject(whole.properties) ? whole.properties : {};
  if (Object.hasOwn(properties, name)) return isObject(properties[name]) ? properties[name] : {};
  if (whole.additionalProperties === false) return undefined;
  return isObject(whole.additionalProperties) ? whole.additionalProperties : {};
}

function unknownArgument(schema: JsonSchema, name: string): Issue {
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const meant = nearest(name, names);
  const list = names.map((one) => `\`${one}\``).join(", ");
  const rest =
    meant === undefined ? (list === "" ? "it takes none" : `there are ${list}`) : `did you mean \`${meant}\`?`;
  return { path: name, message: `there is no argument \`${name}\`; ${rest}` };
}

/** Turns texts by argument name into the values that a tool's input schema asks for. Does not look for missing ones. */
export function textArguments(texts: Readonly<Record<string, string>>, schema: JsonSchema): TextArguments {
  const values: Record<string, Json> = {};
  const issues: Issue[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const property = argumentSchema(schema, name);
    if (property === undefined) {
      issues.push(unknownArgument(schema, name));
      continue;
    }
    const turned = textToValue(text, property, schema);
    if (turned.ok) values[name] = turned.value;
    else issues.push({ path: name, message: `the argument \`${name}\` ${turned.message}` });
  }
  return issues.length === 0 ? { ok: true, arguments: values } : { ok: false, issues };
}
