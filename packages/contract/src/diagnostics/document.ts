// Writes the catalogue as the page `docs/diagnostics.md`. A test says when the page is not up to date; running this file
// writes it anew.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUE } from "./catalogue/catalogue.ts";
import type { CatalogueEntry, CodeExample } from "./catalogue/entry.ts";
import { severityOf } from "./severity.ts";

const CHAPTERS: Readonly<Record<string, string>> = {
  "1": "The source and its names",
  "2": "Documentation",
  "3": "Parameters and types",
  "4": "Waiting",
  "5": "Options",
  "6": "Folders, definitions and imports",
  "7": "Bundles",
  "8": "Providers",
};

const HEAD = `# Diagnostics

What \`haft check\` reports, code by code, each with a source that gives it and one that does not. \`haft explain CODE\`
prints the same. A file with an error registers none of its tools; warnings stop nothing. In a toolset that is not strict
(\`strict: false\`) HAFT201 to 206, 212 and 301 are warnings and HAFT211 is not reported.

This page is made from the catalogue in \`packages/contract/src/diagnostics/catalogue\`:
\`node packages/contract/src/diagnostics/document.ts\` writes it.
`;

const FENCES: Readonly<Record<string, string>> = { py: "python", ts: "ts", toml: "toml", json: "json", md: "markdown" };

function example(title: string, { files, command, note }: CodeExample): string {
  const many = Object.keys(files).length > 1;
  const blocks = Object.entries(files).map(([name, text]) => {
    const fence = FENCES[name.split(".").at(-1) ?? ""] ?? "";
    return `${many ? `\`${name}\`\n\n` : ""}\`\`\`${fence}\n${text}\`\`\``;
  });
  const around = [command === undefined ? "" : `\`${command}\``, note ?? ""].filter((text) => text !== "").join(", ");
  return [`**${title}**${around === "" ? "" : ` (${around})`}`, ...blocks].join("\n\n");
}

function section(entry: CatalogueEntry): string {
  const head = `### ${entry.code}: ${entry.title}`;
  return [
    head,
    `*${severityOf(entry.code)}* – ${entry.explanation}`,
    example("Wrong", entry.wrong),
    example("Right", entry.right),
  ].join("\n\n");
}

/** The page, whole. */
export function diagnosticsPage(): string {
  const parts = [HEAD.trimEnd()];
  let chapter = "";
  for (const entry of CATALOGUE) {
    const next = entry.code.charAt(4);
    if (next !== chapter) parts.push(`## ${CHAPTERS[next] ?? next}`);
    chapter = next;
    parts.push(section(entry));
  }
  return `${parts.join("\n\n")}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, "../../../../docs/diagnostics.md"), diagnosticsPage());
