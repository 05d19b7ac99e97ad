// The formats that schemas may name. They are assertions; the zone of `date-time` and `time` may be left out.

import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Longer addresses are none: the expression that tells them goes back over a long text again and again. */
const LONGEST_URL = 8_192;

function isUrl(text: string): boolean {
  return text.length <= LONGEST_URL && isShortUrl(text);
}

/** Every format by its name, as Ajv takes them. */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...fullFormats,
  url: isUrl,
  "date-time": fullFormats["iso-date-time"],
  time: fullFormats["iso-time"],
};

/** The formats for text that JSON Schema itself defines, for nearest names. */
export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** Whether a format is one that can be asserted. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(FORMATS, name);
}

/** How a format is tested on text; formats of numbers say nothing of it. */
function testOf(format: Format): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === "function") return format;
  if (typeof format !== "object" || format.type === "number") return () => true;
  const validate: unknown = format.validate;
  if (validate instanceof RegExp) return (text) => validate.test(text);
  return typeof validate === "function" ? (text) => validate(text) === true : () => true;
}

const isShortUrl = testOf(fullFormats.url);

const TESTS: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries(FORMATS).map(([name, format]) => [name, testOf(format)]),
);

/** Whether a text has a format; anything has one that is not known. */
export function hasFormat(name: string, text: string): boolean {
  return TESTS.get(name)?.(text) ?? true;
}
