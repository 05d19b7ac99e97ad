// Names that tools of two files share (601): a fault of both, each told where the other is.

import type { ToolDescriptor } from "../descriptor/tool-descriptor.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FolderFile } from "./read-folder.ts";

function placeOf({ location }: ToolDescriptor): string {
  return `${location.file}:${location.line}`;
}

function sharedName(tool: ToolDescriptor, other: ToolDescriptor): Diagnostic {
  const { file, line } = tool.location;
  const option = tool.language === "python" ? `name="${tool.name}_2"` : `name: "${tool.name}_2"`;
  return {
    code: "HAFT601",
    severity: "error",
    message: `two tools of this folder have the name \`${tool.name}\`: the one here and the one at ${placeOf(other)}`,
    hint: `rename one, for example with the option \`${option}\``,
    file,
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    tool: tool.name,
  };
}

/** The diagnostics of each file whose tools share a name with another file's. */
export function sharedNames(files: readonly FolderFile[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const byName = new Map<string, { file: string; tool: ToolDescriptor }[]>();
  for (const { file, result } of files)
    for (const tool of result.tools) byName.set(tool.name, [...(byName.get(tool.name) ?? []), { file, tool }]);
  const found = new Map<string, Diagnostic[]>();
  for (const places of byName.values()) {
    const [first, second] = places;
    if (first === undefined || second === undefined) continue;
    for (const { file, tool } of places) {
      const other = file === first.file ? second.tool : first.tool;
      found.set(file, [...(found.get(file) ?? []), sharedName(tool, other)]);
    }
  }
  return found;
}
