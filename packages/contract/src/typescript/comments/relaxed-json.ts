// The value of `@default`: JSON, in which text may also stand in single quotes.

import type { Json } from "@haft/sdk/wire";

/** Reads a value; `undefined` where it is neither JSON nor JSON with single quotes. */
export function parseRelaxedJson(text: string): Json | undefined {
  const bare = /^`[^`]+`$/.test(text) ? text.slice(1, -1) : text;
  const value = parse(bare);
  return value === undefined ? parse(withDoubleQuotes(bare)) : value;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function withDoubleQuotes(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'/g, (whole, inner: string | undefined) =>
    inner === undefined ? whole : `"${inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`,
  );
}
