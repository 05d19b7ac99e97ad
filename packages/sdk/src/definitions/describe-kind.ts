// What a value is, in words for a message: "a text", "a function", "a Map".

/** Names the kind of a value, with its article. */
export function describeKind(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "undefined";
  switch (typeof value) {
    case "string":
      return "a text";
    case "number":
      return Number.isFinite(value) ? "a number" : String(value);
    case "boolean":
      return `\`${value}\``;
    case "bigint":
      return "a bigint";
    case "symbol":
      return "a symbol";
    case "function":
      return /^class\b/.test(Function.prototype.toString.call(value)) ? "a class" : "a function";
    default:
      return describeObject(value);
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return "a list";
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  if (typeof name !== "string" || name === "" || name === "Object") return "an object";
  return /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
}
