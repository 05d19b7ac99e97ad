// Why a schema does not qualify for a provider's strict mode.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { isObject } from "../validation/resolve-reference.ts";
import { type Provider, RULES, STRUCTURE, type StrictRules } from "./provider-rules.ts";
import { type InnerSchema, schemasIn } from "./walk-schema.ts";

/** One thing that a strict mode refuses. */
export interface Refusal {
  /** The properties that lead to it. */
  readonly path: readonly string[];
  /** The keyword refused (HAFT802); absent: the shape is refused, such as a property that may be left out. */
  readonly keyword?: string;
  /** The end of "the strict mode of … refuses". */
  readonly what: string;
}

function keywordRefusal(keyword: string, value: unknown, rules: StrictRules): string | undefined {
  if (keyword === "format" && !rules.formats.has(String(value))) return `the format \`${value}\``;
  if (keyword === "minItems" && rules.mostMinItems !== undefined && Number(value) > rules.mostMinItems)
    return `\`minItems\` above ${rules.mostMinItems}`;
  return STRUCTURE.has(keyword) || rules.keywords.has(keyword) ? undefined : `\`${keyword}\``;
}

function shapeRefusals({ schema, path }: InnerSchema, rules: StrictRules): Refusal[] {
  const found: Refusal[] = [];
  if (typeof schema.$ref === "string" && !rules.besideReference && Object.keys(schema).length > 1)
    found.push({ path, what: "anything beside a `$ref`" });
  if (schema.type !== "object" && !isObject(schema.properties)) return found;
  if (schema.additionalProperties !== false) found.push({ path, what: "an object that may have any names" });
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const optional = Object.keys(isObject(schema.properties) ? schema.properties : {}).filter(
    (name) => !required.has(name),
  );
  if (rules.allRequired && optional.length > 0)
    found.push({ path, what: `properties that may be left out (\`${optional.join("`, `")}\`)` });
  return found;
}

function isRecursive(schema: JsonSchema): boolean {
  const definitions = isObject(schema.$defs) ? schema.$defs : {};
  const leads = new Map<string, string[]>();
  for (const [name, body] of Object.entries(definitions)) {
    const inner = isObject(body) ? [...schemasIn(body)] : [];
    leads.set(
      name,
      inner.flatMap(({ schema: one }) =>
        typeof one.$ref === "string" ? [decodeURIComponent(one.$ref.split("/").at(-1) ?? "")] : [],
      ),
    );
  }
  return [...leads.keys()].some((name) => {
    const seen = new Set<string>();
    const waiting = [...(leads.get(name) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === name) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...(leads.get(next) ?? []));
    }
    return false;
  });
}

/** Everything that the strict mode of a provider refuses in a schema; undefined where it has no strict mode. */
export function strictRefusals(schema: JsonSchema, provider: Provider): readonly Refusal[] | undefined {
  const rules = RULES[provider].strict;
  if (rules === undefined) return undefined;
  const found: Refusal[] = [];
  for (const inner of schemasIn(schema)) {
    for (const [keyword, value] of Object.entries(inner.schema)) {
      const what = keywordRefusal(keyword, value, rules);
      if (what !== undefined) found.push({ path: inner.path, keyword, what });
    }
    found.push(...shapeRefusals(inner, rules));
  }
  if (!rules.recursion && isRecursive(schema)) found.push({ path: [], what: "a type that contains itself" });
  return found;
}
