// The other values that one value may have been meant as, without anything of it being lost.

import { parseStrictJson, type Steps } from "@haft/contract/validation";
import type { Json } from "../json/json.ts";

/** Characters of JSON that are read for the price of one step. */
const CHARACTERS_A_STEP = 50;
/** Values that a text is compared with for the price of one step. */
const VALUES_A_STEP = 20;
/** What JSON of this kind begins with; anything else in a text is text. */
const COMPOSITE = /^[ \t\n\r]*[{[]/;

/** The value that a text spells as JSON; undefined: it spells none, or one that would print as another text. */
export function spelled(text: string, steps: Steps): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  if (COMPOSITE.test(text)) return composite(text, steps);
  const number = text === "" ? Number.NaN : Number(text);
  // `3.0`, `007`, `1e3` and what a double cannot hold print otherwise: they may be more than numbers.
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

function composite(text: string, steps: Steps): Json | undefined {
  steps.left -= Math.ceil(text.length / CHARACTERS_A_STEP);
  if (steps.left < 0) return undefined;
  const parsed = parseStrictJson(text);
  return parsed.ok && typeof parsed.value === "object" ? parsed.value : undefined;
}

/** The only one of some texts that differs from this one by nothing but white space around and between its words. */
export function withoutExtraSpace(text: string, meant: readonly unknown[], steps: Steps): string | undefined {
  steps.left -= Math.floor(meant.length / VALUES_A_STEP);
  if (steps.left < 0) return undefined;
  const plain = squeezed(text);
  const alike = meant.filter((one): one is string => typeof one === "string" && squeezed(one) === plain);
  return alike.length === 1 ? alike[0] : undefined;
}

function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
