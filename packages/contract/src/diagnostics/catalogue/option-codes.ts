// HAFT5xx: options of tools.

import { type CatalogueEntry, type CodeExample, python, typescript } from "./entry.ts";

function withOption(option: string): CodeExample {
  return python(`
@tool(${option})
def today() -> str:
    """The day of the week. Use when a date is spoken of."""
    return "Monday"`);
}

function withStatement(statement: string): CodeExample {
  return typescript(`
import { tool } from "haft";

/** The day of the week. Use when a date is spoken of. */
export function today(): string {
  return dayOf(new Date());
}
${statement}

function dayOf(date: Date): string {
  return String(date.getDay());
}`);
}

/** Entries of the codes that begin with 5. */
export const OPTION_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT501",
    title: "An unknown option",
    explanation:
      "The options are `name`, `description`, `timeout_seconds`, `capabilities`, `approval`, `read_only`, `destructive`, `idempotent`, `open_world` and `title` (in TypeScript in camelCase), each given by its name.",
    wrong: withOption("timeout=5"),
    right: withOption("timeout_seconds=5"),
  },
  {
    code: "HAFT502",
    title: "A bad time-out",
    explanation:
      "A time-out is a number literal of seconds, above 0 and at most 300. Work that takes longer waits, or is split.",
    wrong: withOption("timeout_seconds=600"),
    right: withOption("timeout_seconds=300"),
  },
  {
    code: "HAFT503",
    title: "An option that is not a literal of its type",
    explanation:
      "Options are read without running the source: write the value itself, of the type that the option takes.",
    wrong: withOption('read_only="yes"'),
    right: withOption("read_only=True"),
  },
  {
    code: "HAFT504",
    title: "`tool(…)` for something that is not a tool",
    explanation:
      "In TypeScript the statement `tool(fn, { … })` gives options to one exported function of the same module, once.",
    wrong: withStatement("tool(dayOf, { readOnly: true });"),
    right: withStatement("tool(today, { readOnly: true });"),
  },
];
