// Makes text from elsewhere safe to print: a tool, a source or a log may hold sequences that drive a terminal.

// Everything of C0 and C1 but tab and line feed, and the marks that reorder text on the screen.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const DRIVES_A_TERMINAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
const ESCAPE_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The text without colour and cursor sequences, and with a visible mark for every other control character. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(ESCAPE_SEQUENCE, "").replace(DRIVES_A_TERMINAL, "\ufffd");
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ");
}
