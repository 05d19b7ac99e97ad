// Texts that stand in an event whole: an event is bounded, and what is no value of a call's is not worth a blob.

/** The longest text of an event that is kept whole, in characters: a message, a line, a stack. */
export const LONGEST_TEXT = 64 * 1024;

/** The text, or its beginning with how long it was. No character is cut in half. */
export function shorten(text: string, longest: number = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const whole = cut.isWellFormed() || !text.isWellFormed() ? cut : cut.slice(0, -1);
  return `${whole} … (${text.length} characters)`;
}
