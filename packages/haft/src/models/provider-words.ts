// The few words of a provider's error that people are shown: one line, short, and without the key.

const LONGEST = 300;

/** The fields in which servers put what went wrong. */
const PLACES = ["message", "detail", "error"];

/** The words in the body of an answer; undefined where none can be found in it. */
export function wordsIn(body: string | undefined): string | undefined {
  if (body === undefined) return undefined;
  try {
    return wordsOf(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** The words in an error as it was parsed. */
export function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return wordsOf(value[0]);
  if (typeof value !== "object" || value === null) return undefined;
  for (const place of PLACES) {
    const words = wordsOf(Reflect.get(value, place));
    if (words !== undefined) return words;
  }
  return undefined;
}

/** Makes words fit to be shown: a provider may repeat the key, send markup, or write a page. */
export function presentable(words: string | undefined, key: string): string | undefined {
  if (words === undefined) return undefined;
  const without = key === "" ? words : words.replaceAll(key, "[key]");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = without.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  if (line === "" || line.startsWith("<")) return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
