// Finds the text that says when to use a tool, and takes it out of the prose around it.

const WORDS = "use (?:this tool |this |it |only )?when";
const AT_START = new RegExp(`^${WORDS}\\b`, "i");
/** Inside a paragraph: after the end of a sentence; with a capital, which a pattern without case cannot ask for. */
const INSIDE = new RegExp(`(?=use)(?<=[.!?]["')\\]]*\\s+)${WORDS}\\b`, "gi");
const SAYS_NOTHING = new RegExp(`^${WORDS}[\\s.:,;]*$`, "i");

/** Where in a paragraph the text begins that says when to use a tool; -1 where none does. */
export function whenIndex(paragraph: string): number {
  if (AT_START.test(paragraph)) return 0;
  return [...paragraph.matchAll(INSIDE)].find((found) => found[0].startsWith("U"))?.index ?? -1;
}

/** Whether a "Use when" is followed by nothing. */
export function saysNothing(when: string): boolean {
  return SAYS_NOTHING.test(when);
}

/** The text of a `When:` section as a sentence. */
export function whenOfSection(text: string): string {
  return AT_START.test(text) ? text : `Use when ${text}`;
}

const CONDITION = /\b(?:when(?:ever)?|if)\s+([^.!?;()]{3,})/i;
const DENIED = /\b(?:not|never|don't|doesn't|won't|cannot|can't|without)\b/i;

/** The author's own sentence that says when, turned round into "Use when …"; undefined where there is none. */
export function turnedRound(paragraphs: readonly string[]): string | undefined {
  for (const sentence of paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+(?=[A-Z])/))) {
    const found = CONDITION.exec(sentence);
    if (found === null || DENIED.test(sentence.slice(0, found.index))) continue;
    // "When it rains, take this" ends at its comma.
    const condition = found.index === 0 ? (found[1] ?? "").split(",")[0] : found[1];
    return `Use when ${condition?.trim()}.`;
  }
  return undefined;
}
