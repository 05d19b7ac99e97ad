// HAFT6xx: folders, `defineTool` definitions and imports.

import { type CatalogueEntry, definition, typescript } from "./entry.ts";

const TODAY = `@tool
def today() -> str:
    """The day of the week. Use when a date is spoken of."""
    return "Monday"
`;

const FIELDS = `
  name: "add",
  description: "Add two numbers.",
  inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  capabilities: [],
  approval: { required: false },
  handler: ({ a }) => a,
`;

const DEFINITION = definition(`
import { defineTool } from "haft";

export default defineTool({${FIELDS}});`);

/** Entries of the codes that begin with 6. */
export const MODULE_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT601",
    title: "One name in two files of a folder",
    explanation:
      "A folder is one toolset, in which a name is one tool's. Both places are named; rename one of the two, or let the helper begin with `_`.",
    wrong: { files: { "a.py": TODAY, "b.py": TODAY } },
    right: { files: { "a.py": TODAY, "b.py": TODAY.replace("def today", "def weekday") } },
  },
  {
    code: "HAFT603",
    title: "A `.tool.ts` without a definition",
    explanation:
      "A `.tool.ts` file has one tool: its default export, an object, with or without `defineTool` around it.",
    wrong: definition(`
import { defineTool } from "haft";

export const add = defineTool({${FIELDS}});`),
    right: DEFINITION,
  },
  {
    code: "HAFT604",
    title: "A definition with a missing or malformed field",
    explanation:
      "A definition has `name`, `description`, `inputSchema`, `capabilities`, `approval` and `handler`. Each field that is missing or not what it should be is reported by itself; so is a schema that JSON Schema cannot express.",
    wrong: definition(`
import { defineTool } from "haft";

export default defineTool({${FIELDS.replace("  capabilities: [],\n", "")}});`),
    right: DEFINITION,
  },
  {
    code: "HAFT605",
    title: "A definition that could not be evaluated",
    explanation:
      "A definition's schema is a value, so that the module is evaluated once inside a sandbox, without network and secrets, for at most 5 seconds. What it throws is told with its line.",
    wrong: definition(`
import { defineTool } from "haft";

if (process.env.STAGE === undefined) throw new Error("STAGE is not set");
export default defineTool({${FIELDS}});`),
    right: DEFINITION,
  },
  {
    code: "HAFT606",
    title: "An import that does not resolve",
    explanation:
      "Everything that a TypeScript tool imports is bundled with it. Install the package where the message says, or correct the path.",
    wrong: typescript(`
import { leftpad } from "./text.ts";

/** The day of the week. Use when a date is spoken of. */
export function today(): string {
  return leftpad("Monday");
}`),
    right: {
      files: {
        "my.tools.ts": `import { leftpad } from "./text.ts";

/** The day of the week. Use when a date is spoken of. */
export function today(): string {
  return leftpad("Monday");
}
`,
        "text.ts": `export function leftpad(text: string): string {
  return text.padStart(10);
}
`,
      },
    },
  },
];
