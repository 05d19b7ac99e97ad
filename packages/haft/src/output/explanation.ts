// A diagnostic explained: what it means, a source that gives it, and one that does not.

import type { CodeExample, Explanation } from "@haft/contract";
import type { Paint } from "./paint.ts";

const WIDEST = 100;

/** The whole text, wrapped to the terminal. */
export function formatExplanation(explanation: Explanation, paint: Paint, width: number | undefined): string {
  const colour = explanation.severity === "error" ? paint.error : paint.warning;
  return [
    `${colour(`${explanation.code} ${explanation.severity}`)}: ${paint.strong(explanation.title)}`,
    "",
    wrap(explanation.explanation, Math.min(width ?? WIDEST, WIDEST)),
    "",
    paint.error("wrong"),
    formatExample(explanation.wrong, paint),
    "",
    paint.good("right"),
    formatExample(explanation.right, paint),
    "",
  ].join("\n");
}

function formatExample(example: CodeExample, paint: Paint): string {
  const files = Object.entries(example.files);
  const parts = files.map(([name, text]) => {
    const source = text.trimEnd().replace(/^(?=.)/gm, "    ");
    return files.length === 1 ? source : `  ${paint.quiet(name)}\n${source}`;
  });
  if (example.command !== undefined) parts.push(`  ${paint.quiet("$")} ${example.command}`);
  if (example.note !== undefined) parts.push(`  ${example.note}`);
  return parts.join("\n");
}

function wrap(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
