// Masking of text that comes in pieces (I12): what may be the beginning of a secret is held back until it is known.

import { findSecrets } from "./find-secrets.ts";
import type { FormSearch } from "./form-search.ts";

/** Masks one stream of text. */
export interface MaskedStream {
  /** Whether something is held back. */
  readonly holds: boolean;
  /** What can be shown by now. */
  push(piece: string): string;
  /** What was held back, when nothing more comes. */
  end(): string;
}

/**
 * A stream in which secrets are masked. What comes out, put together, is what is made of the whole text: no part is given out
 * that a secret could still come to cover. `search`: what is looked for now; null: nothing.
 */
export function createMaskedStream(search: () => FormSearch | null): MaskedStream {
  /** What has to be seen again with what comes. */
  let held = "";
  /** Up to where of that something was given out, and up to where a secret that was told of covers it. */
  let told = 0;
  let covered = 0;
  const next = (piece: string, whole: boolean): string => {
    const text = held + piece;
    const forms = search();
    const known = forms === null ? nothing(text) : findSecrets(forms, text, whole);
    let out = "";
    for (const { from, to, name } of known.found) {
      if (from < covered) {
        covered = Math.max(covered, to);
        told = Math.max(told, to);
      } else if (from < known.decided) {
        out += `${text.slice(told, from)}[secret ${name}]`;
        told = to;
        covered = to;
      }
    }
    if (told < known.decided) {
      out += text.slice(told, known.decided);
      told = known.decided;
    }
    held = text.slice(known.needed);
    told -= known.needed;
    covered = Math.max(0, covered - known.needed);
    return out;
  };
  return {
    get holds() {
      return held.length > told;
    },
    push: (piece) => next(piece, false),
    end: () => next("", true),
  };
}

function nothing(text: string): ReturnType<typeof findSecrets> {
  return { found: [], decided: text.length, needed: text.length };
}
