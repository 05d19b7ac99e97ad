// HAFT4xx: tools that wait, and their companions.

import { type CatalogueEntry, python, typescript } from "./entry.ts";

const ASK = `
@tool
def ask(question: str) -> str:
    """Ask a person.

    Use when only a person can know.

    Args:
        question: What to ask.
    """
    return ask_user(question)`;

const COMPANION = `
@resumes(ask)
def answered(payload, meta):
    return payload["response"]`;

const OTHER = `
@tool
def answered(payload: str, meta: str) -> str:
    """Note an answer.

    Use when one was given.

    Args:
        payload: The answer.
        meta: Where it came from.
    """
    return payload`;

const RIGHT = python(`${ASK}\n\n${COMPANION}`);

/** Entries of the codes that begin with 4. */
export const WAITING_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT401",
    title: "`resumes` names no tool of this module",
    explanation:
      "A companion goes on after a wait of one tool of the same module. The name is misspelt, or the function is not a tool.",
    wrong: python(`${ASK}\n\n${COMPANION}\n\n\n@resumes(aks)\ndef later(payload, meta):\n    return payload`),
    right: RIGHT,
  },
  {
    code: "HAFT402",
    title: "`resumes` without a plain function name",
    explanation: "What `resumes` is for is read, not run: it must be the tool's function itself, by its name.",
    wrong: python(`${ASK}\n\n${COMPANION}\n\n\n@resumes\ndef later(payload, meta):\n    return payload`),
    right: RIGHT,
  },
  {
    code: "HAFT403",
    title: "A second companion for one tool",
    explanation: "A tool has one companion. It can look at the payload and at `meta` to tell waits apart.",
    wrong: python(`${ASK}\n\n${COMPANION}\n\n\n@resumes(ask)\ndef later(payload, meta):\n    return payload`),
    right: RIGHT,
  },
  {
    code: "HAFT404",
    title: "A companion with the wrong parameters",
    explanation:
      "A companion is called with the payload of the wait and its meta data, and may take `ctx`. In Python the names are exactly `payload`, `meta` and `ctx`.",
    wrong: python(`${ASK}\n\n${COMPANION.replace("payload, meta", "answer")}`),
    right: RIGHT,
  },
  {
    code: "HAFT405",
    title: "A tool that waits and has no companion",
    explanation:
      "A waiting tool's process ends. What goes on when the wait is over is another function, its companion. The hint is the lines to paste.",
    wrong: typescript(`
import { askUser } from "haft";

/** Ask a person. Use when only a person can know. */
export function ask() {
  return askUser("Shall I?");
}`),
    right: typescript(`
import { askUser, resumes } from "haft";

/** Ask a person. Use when only a person can know. */
export function ask() {
  return askUser("Shall I?");
}
resumes(ask, (payload) => payload.response);`),
  },
  {
    code: "HAFT406",
    title: "A companion above its tool",
    explanation:
      "Python runs a decorator where it stands: `@resumes(ask)` above `ask` would fail when the module is loaded. Move the companion below.",
    wrong: python(`${COMPANION}\n\n${ASK}`),
    right: RIGHT,
  },
  {
    code: "HAFT407",
    title: "A companion that is also a tool",
    explanation: "A companion is not offered to models: its arguments are a wait's payload. Keep the two apart.",
    wrong: python(`${ASK}\n\n${OTHER.replace("@tool", "@resumes(ask)\n@tool")}`),
    right: RIGHT,
  },
  {
    code: "HAFT408",
    title: "A wait that is not returned",
    explanation:
      "A yield helper gives a value that must be returned; one that is dropped waits for nothing, and the tool ends at once.",
    wrong: python(
      `${ASK.replace("    return ask_user(question)", '    ask_user(question)\n    return "asked"')}\n\n${COMPANION}`,
    ),
    right: RIGHT,
  },
];
