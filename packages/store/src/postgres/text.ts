// PostgreSQL's texts hold no zero character, and those of the store may: a tool can ask what it likes. Such a text is kept
// with a private character in its place, the same way wherever it is compared.

const MARK = "\u{F8F0}";
const WRITTEN = /[\0\u{F8F0}]/gu;
const STORED = /\u{F8F0}([01])/gu;

/** The text as it is stored. */
export function storedText(text: string): string {
  if (!text.includes("\0") && !text.includes(MARK)) return text;
  return text.replace(WRITTEN, (character) => (character === MARK ? `${MARK}1` : `${MARK}0`));
}

/** The text as it was written. */
export function writtenText(stored: string): string {
  if (!stored.includes(MARK)) return stored;
  return stored.replace(STORED, (_, which: string) => (which === "1" ? MARK : "\0"));
}
