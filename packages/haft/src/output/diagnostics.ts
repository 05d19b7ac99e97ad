// Diagnostics for people: where, which, what, the marked line, and what to write instead.

import type { Diagnostic } from "@haft/contract";
import { markLine } from "./marked-line.ts";
import type { Paint } from "./paint.ts";
import { plainLine, plainText } from "./plain-text.ts";

/** One diagnostic, ending in a line feed. `source` is the text of its file, if it is known. */
export function formatDiagnostic(diagnostic: Diagnostic, source: string | undefined, paint: Paint): string {
  const colour = diagnostic.severity === "error" ? paint.error : paint.warning;
  const place = paint.strong(`${plainLine(diagnostic.file)}:${diagnostic.line}:${diagnostic.column}`);
  const lines = [`${place} ${colour(`${diagnostic.code} ${diagnostic.severity}`)}: ${plainText(diagnostic.message)}`];
  const marked = source === undefined ? null : markLine(source, diagnostic);
  if (marked && marked.text.trim() !== "") {
    const gutter = " ".repeat(marked.number.length);
    lines.push(`  ${paint.quiet(`${marked.number} |`)} ${marked.text}`);
    lines.push(`  ${paint.quiet(`${gutter} |`)} ${colour(marked.mark)}`);
  }
  if (diagnostic.hint !== undefined) lines.push(indentHint(plainText(diagnostic.hint), paint));
  return `${lines.join("\n")}\n`;
}

/** A hint; further lines of it (what to paste) stand under its first. */
function indentHint(hint: string, paint: Paint): string {
  const [first = "", ...rest] = hint.split("\n");
  return [`  ${paint.strong("hint:")} ${first}`, ...rest.map((line) => `        ${line}`.trimEnd())].join("\n");
}

/** In the order of files as read, then of places. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = [...new Set(diagnostics.map((diagnostic) => diagnostic.file))];
  return diagnostics.toSorted(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}
