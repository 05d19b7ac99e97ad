// Whether two items of a list are the same: in time that grows as the list does, not with its square.

/** Whether two of the values are one: the order of keys does not count. */
export function hasTwins(values: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const value of values) {
    const text = ordered(value);
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

/** A text that equal JSON values share, and no others. */
function ordered(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(ordered).join(",")}]`;
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${ordered(one)}`);
  return `{${members.sort().join(",")}}`;
}
