// Makes schemas comparable: what has no order is sorted, and what says nothing is left out.

const SETS = new Set(["required", "enum", "type", "anyOf", "oneOf"]);

/** A schema in which two that mean the same are deeply equal. */
export function normalised(value: unknown, key = "", isNames = false): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => normalised(item));
    if (!SETS.has(key)) return items;
    return items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => isNames || !(name === "$schema" || name === "title" || isEmptyRequired(name, inner)))
    .map(([name, inner]) => {
      if (name === "default" || name === "const") return [name, inner] as const;
      const holdsNames = !isNames && (name === "properties" || name === "$defs");
      return [name, normalised(inner, isNames ? "" : name, holdsNames)] as const;
    });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isEmptyRequired(name: string, value: unknown): boolean {
  return name === "required" && Array.isArray(value) && value.length === 0;
}
