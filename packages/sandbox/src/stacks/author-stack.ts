// Stacks as the author knows them: places in the bundle become lines of the source, the machinery's frames go.

import { SourceMap } from "node:module";
import type { WireError } from "@haft/sdk/wire";
import type { ToolsetImage } from "../calls/toolset-image.ts";

const PLACE = /(?:file:\/\/)?\/[^\s()]*?([^/\s()]+):(\d+):(\d+)/;
const MACHINERY = /node:internal|[( /]\/haft\/runner\.cjs/;

/** Gives errors of an image the author's stacks. */
export type StackMapper = (error: WireError) => WireError;

/** A mapper for an image; made once, used for every error. */
export function authorStacks(image: Pick<ToolsetImage, "entry" | "file" | "sourceMap">): StackMapper {
  let map: SourceMap | undefined;
  const entry = image.entry.slice(image.entry.lastIndexOf("/") + 1);
  return (error) => {
    if (error.stack === undefined) return error;
    map ??= parse(image.sourceMap);
    const lines = error.stack.split("\n").filter((line) => !(isFrame(line) && MACHINERY.test(line)));
    return {
      ...error,
      stack: lines.map((line) => (isFrame(line) ? mapped(line, entry, image.file, map) : line)).join("\n"),
    };
  };
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}

function parse(sourceMap: string | undefined): SourceMap | undefined {
  if (!sourceMap) return undefined;
  try {
    return new SourceMap(JSON.parse(sourceMap));
  } catch {
    return undefined; // a stack with the bundle's lines is better than none
  }
}

function mapped(line: string, entry: string, file: string, map: SourceMap | undefined): string {
  return line.replace(PLACE, (whole, name: string, row: string, column: string) => {
    if (name !== entry) return whole;
    const origin = map?.findEntry(Number(row) - 1, Number(column) - 1);
    return origin && "originalSource" in origin
      ? `${origin.originalSource}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
      : `${file}:${row}:${column}`;
  });
}
