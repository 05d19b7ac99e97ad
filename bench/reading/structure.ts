// What two schemas must share to have understood the same: types, properties, items, values; not words, defaults or formats.

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const LEFT_OUT = [
  "description",
  "default",
  "title",
  "$schema",
  "$comment",
  "examples",
  "$defs",
  "definitions",
  "deprecated",
];
const SETS = ["enum", "required", "type", "anyOf", "oneOf"];

function resolve(schema: Schema, root: Schema, depth: number): Schema {
  const ref = schema.$ref;
  if (typeof ref !== "string" || depth > 4) return schema;
  const name = decodeURIComponent(ref.split("/").at(-1) ?? "");
  for (const place of ["$defs", "definitions"]) {
    const all = root[place];
    const found = isSchema(all) ? all[name] : undefined;
    if (isSchema(found)) return resolve(found, root, depth + 1);
  }
  return schema;
}

/** A text that is equal for schemas that accept the same structure. */
export function structure(value: unknown, root: unknown = value, depth = 0): string {
  if (!isSchema(value) || !isSchema(root)) return JSON.stringify(value);
  const schema = resolve(value, root, depth);
  const parts: string[] = [];
  for (const key of Object.keys(schema).sort()) {
    if (LEFT_OUT.includes(key)) continue;
    if (key === "required" && Array.isArray(schema[key]) && schema[key].length === 0) continue;
    parts.push(`${key}:${member(key, schema[key], root, depth)}`);
  }
  return `{${parts.join(",")}}`;
}

function member(key: string, value: unknown, root: Schema, depth: number): string {
  if (key === "type" && typeof value === "string") return JSON.stringify([value]);
  if (SETS.includes(key) && Array.isArray(value))
    return `[${value
      .map((item) => structure(item, root, depth + 1))
      .sort()
      .join(",")}]`;
  if (Array.isArray(value)) return `[${value.map((item) => structure(item, root, depth + 1)).join(",")}]`;
  if (key === "properties" && isSchema(value)) {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${name}:${structure(value[name], root, depth + 1)}`).join(",")}}`;
  }
  return structure(value, root, depth + 1);
}
