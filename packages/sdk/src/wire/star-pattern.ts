// Texts with `*` for any characters, held against patterns that whoever likes may have written: in time that both lengths
// bound.

/** One character of a pattern, or `*`. */
export type Token = { readonly any: true } | { readonly any: false; readonly is: (character: string) => boolean };

/** `*`. */
export const ANY: Token = { any: true };

/** Whether a text is one that the tokens mean. One `*` is tried at a time, the last: going back further cannot help. */
export function meansText(tokens: readonly Token[], text: string): boolean {
  let [at, inText, star, starInText] = [0, 0, -1, 0];
  while (inText < text.length) {
    const token = tokens[at];
    if (token?.any === true) {
      star = at;
      starInText = inText;
      at += 1;
    } else if (token?.is(text[inText] ?? "") === true) {
      at += 1;
      inText += 1;
    } else if (star >= 0) {
      at = star + 1;
      starInText += 1;
      inText = starInText;
    } else return false;
  }
  return tokens.slice(at).every(({ any }) => any);
}

/** Whether a text is one that a pattern means, in which every other character than `*` stands for itself. */
export function matchesStars(pattern: string, text: string): boolean {
  return meansText(
    pattern.split("").map((wanted): Token => (wanted === "*" ? ANY : { any: false, is: (one) => one === wanted })),
    text,
  );
}
