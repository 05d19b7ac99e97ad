// What a provider says of an error: its own names for it, and the few words that people are shown.

/** The most that is shown, in characters. */
const LONGEST = 300;

/** The fields in which servers put what went wrong; `response` is that of an event about a whole response. */
const PLACES = ["message", "detail", "error", "response"];

/** The body of an answer; undefined where it is no JSON. */
export function parsedBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}

/** The words in an error; undefined where none can be found in it. */
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

/** Makes words fit to be shown: one line, short, without the key. A provider may repeat it, send markup, or write a page. */
export function presentable(words: string | undefined, key: string): string | undefined {
  if (words === undefined) return undefined;
  const without = key === "" ? words : words.replaceAll(key, "[key]");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = without.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  if (line === "" || line.startsWith("<")) return undefined;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** Its names for what is wrong, in one text: OpenAI's `code`, Anthropic's `type`, Google's `status` and `reason`. */
export function codeOf(data: unknown): string {
  const whole: unknown = Reflect.get(Object(data), "response") ?? data;
  const error: unknown = Object(Reflect.get(Object(whole), "error") ?? whole);
  const own = ["code", "type", "status"].map((name): unknown => Reflect.get(Object(error), name));
  const details: unknown = Reflect.get(Object(error), "details");
  const reasons = Array.isArray(details) ? details.map((one): unknown => Reflect.get(Object(one), "reason")) : [];
  return [...own, ...reasons].filter((one) => typeof one === "string").join(" ");
}
