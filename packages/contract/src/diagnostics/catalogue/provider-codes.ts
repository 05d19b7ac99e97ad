// HAFT8xx: what model providers take.

import { type CatalogueEntry, type CodeExample, python } from "./entry.ts";

function describedBy(sentence: string, times: number): CodeExample {
  return python(`
@tool
def today() -> str:
    """The day of the week.

    Use when ${Array.from({ length: times }, () => sentence).join(",\n    or ")}.
    """
    return "Monday"`);
}

function tagged(type: string): CodeExample {
  return {
    ...python(`
@tool
def label(tags: ${type}) -> None:
    """Label it.

    Use when it has none.

    Args:
        tags: Its labels.
    """`),
    command: "haft check --provider openai",
    settings: { provider: "openai" },
  };
}

/** Entries of the codes that begin with 8. */
export const PROVIDER_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT801",
    title: "A description over 1,024 characters",
    explanation:
      "Some providers refuse longer descriptions, and every one is read with each request. Say less, or move it to the parameters that it is about.",
    wrong: describedBy("somebody asks on which day of the week a certain date falls", 20),
    right: describedBy("somebody asks on which day of the week a certain date falls", 1),
  },
  {
    code: "HAFT802",
    title: "A keyword that a provider's strict mode refuses",
    explanation:
      "A provider's strict mode promises arguments that fit the schema, for a part of JSON Schema. With a keyword that it refuses the tool is offered without that promise; Haft checks the arguments in any case.",
    wrong: tagged("set[str]"),
    right: tagged("list[str]"),
  },
];
