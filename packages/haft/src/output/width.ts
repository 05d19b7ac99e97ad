// How many columns of a terminal a text takes, so that carets stand under what they mark.

// Wide in practice: CJK, Hangul, fullwidth forms, emoji. A full table of Unicode widths would buy nothing here.
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Script=Han}|.\ufe0f)/u;
const INVISIBLE = /^(?:\p{Mark}|\p{Cf})+$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the printable part of ASCII is what is looked for
const ASCII_ONLY = /^[\u0000-\u007f]*$/;
/** Made when the first text beyond ASCII is measured: its tables take longer to load than most commands take to answer. */
let segmenter: Intl.Segmenter | undefined;

/** Columns of one line without tabs. */
export function displayWidth(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (INVISIBLE.test(segment)) continue;
    columns += WIDE.test(segment) ? 2 : 1;
  }
  return columns;
}
