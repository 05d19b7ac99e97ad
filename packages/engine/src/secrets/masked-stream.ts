// Masking of text that comes in pieces (I12): what may be the beginning of a secret is held back until it is known.

/** Masks one stream of text. */
export interface MaskedStream {
  /** What can be shown by now. */
  push(piece: string): string;
  /** What was held back, when nothing more comes. */
  end(): string;
}

/**
 * A stream in which these forms of secrets, the longest first, are masked. What comes out, put together, is what `mask` makes
 * of the whole text: no part is given out that a form could still come to cover.
 */
export function createMaskedStream(forms: readonly string[], mask: (text: string) => string): MaskedStream {
  let held = "";
  return {
    push(piece) {
      const text = held + piece;
      const known = endOfKnown(text, forms);
      held = text.slice(known);
      return mask(text.slice(0, known));
    },
    end() {
      const rest = mask(held);
      held = "";
      return rest;
    },
  };
}

/** The place before which it is known what is masked, whatever follows. Forms are found as a search finds them: the first, the longest. */
function endOfKnown(text: string, forms: readonly string[]): number {
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at;
    at += forms.find((form) => rest.startsWith(form))?.length ?? 1;
  }
  return text.length;
}
