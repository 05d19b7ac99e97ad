// HAFT2xx: doc comments, which are what a model reads of a tool.

import { type CatalogueEntry, python, typescript } from "./entry.ts";

const RIGHT = `
@tool
def add(a: int, b: int = 0) -> int:
    """Add two numbers.

    Use when a sum is wanted.

    Args:
        a: The first.
        b: The second.

    Examples:
        {"a": 1, "b": 2}
    """
    return a + b`;

/** Entries of the codes that begin with 2. */
export const DOCUMENTATION_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT201",
    title: "No doc comment",
    explanation:
      'A model chooses tools by their descriptions, which come from the docstring or the JSDoc comment. Write what the tool does, and in a paragraph that begins with "Use when" in which situation it is wanted. The option `description` replaces both.',
    wrong: python(`
@tool
def today() -> str:
    return "Monday"`),
    right: python(`
@tool
def today() -> str:
    """The day of the week. Use when a date is spoken of."""
    return "Monday"`),
  },
  {
    code: "HAFT202",
    title: "No summary",
    explanation:
      "The first paragraph, without the sentence that says when, is the summary: what the tool does. Begin the comment with it.",
    wrong: python(`
@tool
def today() -> str:
    """Use when a date is spoken of."""
    return "Monday"`),
    right: python(`
@tool
def today() -> str:
    """The day of the week. Use when a date is spoken of."""
    return "Monday"`),
  },
  {
    code: "HAFT203",
    title: 'No "Use when"',
    explanation:
      'A description that says only what a tool does leaves the model to guess when it is the right one. Begin a paragraph, or a sentence, with "Use when", "Use this tool when" or "Use only when"; or write a `When:` section.',
    wrong: typescript(`
/** The day of the week. Good if a date is spoken of. */
export function today(): string {
  return "Monday";
}`),
    right: typescript(`
/** The day of the week. Use when a date is spoken of. */
export function today(): string {
  return "Monday";
}`),
  },
  {
    code: "HAFT204",
    title: "A parameter without documentation",
    explanation:
      'A model fills in the arguments from what is said of them. Document each parameter but `ctx`: under `Args:`, with `@param`, or beside its type (`Annotated[T, "text"]`, `Field(description=…)`, a comment on the property).',
    wrong: python(RIGHT.replace("        b: The second.\n", "")),
    right: python(RIGHT),
  },
  {
    code: "HAFT205",
    title: "Documentation of a parameter that does not exist",
    explanation:
      "An entry names no parameter of the function: a renamed one, or a slip. It is a warning, since nothing is missing by it; the parameter that was meant is then often HAFT204 as well.",
    wrong: python(
      RIGHT.replace("        b: The second.\n", "        b: The second.\n        carry: What is left over.\n"),
    ),
    right: python(RIGHT),
  },
  {
    code: "HAFT206",
    title: "A parameter with empty documentation",
    explanation: "A parameter is listed, but nothing is said of it. Say what it is, in which unit, and what it may be.",
    wrong: python(RIGHT.replace("b: The second.", "b:")),
    right: python(RIGHT),
  },
  {
    code: "HAFT211",
    title: "An example that is not a JSON object",
    explanation:
      "Examples are shown to models as arguments: JSON objects, one after another. A doctest or a call belongs under another heading. Where the call's arguments are written out, the hint shows the object.",
    wrong: python(RIGHT.replace('{"a": 1, "b": 2}', ">>> add(a=1, b=2)")),
    right: python(RIGHT),
  },
  {
    code: "HAFT212",
    title: "An example that contradicts the parameters",
    explanation:
      "An example is held against the schema of the arguments, so that a model is never shown a call that would be refused. The message says where it differs.",
    wrong: python(RIGHT.replace('{"a": 1, "b": 2}', '{"a": "one"}')),
    right: python(RIGHT),
  },
];
