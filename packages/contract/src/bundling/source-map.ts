// The source map of a bundle: its sources by the author's names, and stacks mapped through it.

import { SourceMap } from "node:module";
import { OWN } from "./module-kinds.ts";

/** A place in one of the author's files; 1-based. */
export interface AuthorPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Names the author's modules as the author does, and modules of packages from `node_modules/` on. */
export function cleanSourceMap(json: string): string {
  const map = JSON.parse(json);
  map.sources = map.sources.map((source: string) =>
    source.startsWith(`${OWN}:`) ? source.slice(OWN.length + 1) : source.replace(/^.*(?=node_modules\/)/, ""),
  );
  return JSON.stringify(map);
}

/**
 * The innermost frame of `stack` that lies in one of the author's files, mapped back through the bundle's source map.
 * Frames of Node and of packages are passed over.
 */
export function authorPlace(stack: string, sourceMap: string, files: ReadonlySet<string>): AuthorPlace | undefined {
  const map = new SourceMap(JSON.parse(sourceMap));
  for (const frame of stack.split("\n")) {
    const found = /^\s*at .*?(?<line>\d+):(?<column>\d+)\)?$/.exec(frame)?.groups;
    if (found === undefined || frame.includes("node:")) continue;
    const line = Number(found.line) - 1;
    const entry = map.findEntry(line, Number(found.column) - 1);
    // The nearest entry before it may lie lines above, where the frame is in code that is nobody's.
    if ("originalSource" in entry && entry.generatedLine === line && files.has(entry.originalSource)) {
      return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
    }
  }
  return undefined;
}
