// JSON as it is printed. JSON itself escapes the control characters below U+0020 only: the others that drive a terminal,
// and the marks that reorder text on the screen, are escaped too. It stays the same JSON.

const DRIVES_A_TERMINAL = /[\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON text, printed in lines where `indent` is given. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(DRIVES_A_TERMINAL, (character) =>
    escaped(character.charCodeAt(0)),
  );
}

/**
 * The same text with an escape for every character that takes no room on the screen: whoever decides on arguments must not
 * take `pay\u200bload` for `payload`.
 */
export function visible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, (character) =>
    character
      .split("")
      .map((unit) => escaped(unit.charCodeAt(0)))
      .join(""),
  );
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
