// How a place inside a value is written: `address.street`, `items[2].name`, `rows["row id"]`.

/** The keys that lead to a place, from outside in. */
export type Keys = readonly (string | number)[];

const WORD = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** Writes a place; the whole value is the empty text. */
export function writePath(keys: Keys): string {
  return keys
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (!WORD.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join("");
}
