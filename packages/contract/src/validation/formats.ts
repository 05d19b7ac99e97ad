// The formats that schemas may name. They are assertions; the zone of `date-time` and `time` may be left out.

import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Every format by its name, as Ajv takes them. */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...fullFormats,
  "date-time": fullFormats["iso-date-time"],
  time: fullFormats["iso-time"],
};

/** The formats for text that JSON Schema itself defines, for nearest names. */
export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** Whether a format is one that can be asserted. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(FORMATS, name);
}

/** Whether a text has a format; anything has one that is not known. */
export function hasFormat(name: string, text: string): boolean {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format === undefined || format === true || typeof format === "string") return true;
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === "function") return format(text);
  if (format.async === true || format.type === "number") return true;
  const { validate } = format;
  return validate instanceof RegExp ? validate.test(text) : typeof validate === "function" && validate(text);
}
