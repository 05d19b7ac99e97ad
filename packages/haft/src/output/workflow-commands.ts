// Diagnostics as the workflow commands that GitHub turns into annotations of a pull request.

import { relative } from "node:path";
import type { Diagnostic } from "@haft/contract";

/** One line for one diagnostic. `root` is the folder that annotations are relative to; absent: files stay as they are named. */
export function workflowCommand(diagnostic: Diagnostic, root: string | undefined, folder: string): string {
  const file = root === undefined ? diagnostic.file : relative(root, `${folder}/${diagnostic.file}`);
  const properties = [
    ["file", file],
    ["line", diagnostic.line],
    ["endLine", diagnostic.endLine],
    ["col", diagnostic.column],
    // An end column is understood only where the range lies on one line.
    ...(diagnostic.endLine === diagnostic.line ? [["endColumn", diagnostic.endColumn]] : []),
    ["title", diagnostic.code],
  ];
  const message =
    diagnostic.hint === undefined ? diagnostic.message : `${diagnostic.message}\nhint: ${diagnostic.hint}`;
  const listed = properties.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(",");
  return `::${diagnostic.severity} ${listed}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
