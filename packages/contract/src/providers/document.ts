// Writes the page `docs/providers.md` from the rules. A test says when the page is not up to date; running this file
// writes it anew.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDERS, type Provider, RULES } from "./provider-rules.ts";

const HEAD = `# What model providers take

A tool has one canonical schema. Each provider is sent one that is derived from it: in strict mode where the schema
qualifies as it is, otherwise explicitly without; without a \`default\` beside a \`$ref\`; without the keywords that the
provider refuses. What is taken out is said in the description of the value that it was about, and Haft holds every call
against the whole schema in any case. \`haft tools --provider PROVIDER\` shows the result, \`haft check --provider PROVIDER\`
warns (HAFT802) of each keyword that keeps a tool from strict mode.

This page is made from the rules in \`packages/contract/src/providers/provider-rules.ts\`:
\`node packages/contract/src/providers/document.ts\` writes it.
`;

function list(words: Iterable<string>): string {
  const all = [...words].sort().map((word) => `\`${word}\``);
  return all.length === 0 ? "nothing" : all.join(", ");
}

function strictRows(provider: Provider): string[] {
  const { strict } = RULES[provider];
  if (strict === undefined) return ["- There is no strict mode, or none that can be relied on."];
  const needs = [
    "every object is closed",
    ...(strict.allRequired ? ["every property is required"] : []),
    ...(strict.recursion ? [] : ["no type contains itself"]),
    ...(strict.besideReference ? [] : ["nothing stands beside a `$ref`"]),
    ...(strict.mostMinItems === undefined ? [] : [`\`minItems\` is at most ${strict.mostMinItems}`]),
  ];
  return [
    `- Strict mode asks that ${needs.join(", that ")}.`,
    `- Strict mode takes, beyond types, properties, items, choices and descriptions: ${list(strict.keywords)}.`,
    `- Strict mode takes the formats ${list(strict.formats)}.`,
  ];
}

function section(provider: Provider): string {
  const rules = RULES[provider];
  const rows = [
    ...strictRows(provider),
    `- Refused at all, so said in the description: ${list(rules.refused)}.`,
    ...(rules.constAsEnum ? ["- `const` is written as an `enum` of one."] : []),
    ...(rules.typesAsAnyOf
      ? ["- Several types are written as `anyOf`; one type that may be null stays as it is."]
      : []),
  ];
  return `## ${provider}\n\n${rows.join("\n")}`;
}

/** The page, whole. */
export function providersPage(): string {
  return `${[HEAD.trimEnd(), ...PROVIDERS.map(section)].join("\n\n")}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, "../../../../docs/providers.md"), providersPage());
