// Where the keys of a TOML text stand: the parser gives values without places, and messages need both.

import type { Span } from "../model/place.ts";

/** Finds the line of a key by its dotted path; of a table by the table's own path. */
export class TomlPlaces {
  readonly #lines: ReadonlyMap<string, Span>;

  constructor(text: string) {
    this.#lines = scan(text);
  }

  /** The place of a key, else of the nearest table above it, else of the first line. */
  of(...path: string[]): Span {
    for (let length = path.length; length > 0; length--) {
      const found = this.#lines.get(path.slice(0, length).join("."));
      if (found !== undefined) return found;
    }
    return { line: 1, column: 1, endLine: 1, endColumn: 2 };
  }
}

function parts(dotted: string): string[] {
  return [...dotted.matchAll(/"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}

function scan(text: string): Map<string, Span> {
  const found = new Map<string, Span>();
  let table: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const span = (width: number): Span => {
      const column = line.length - line.trimStart().length + 1;
      return { line: index + 1, column, endLine: index + 1, endColumn: column + width };
    };
    const header = /^\s*\[\[?([^\]]+)\]\]?/.exec(line);
    const key = /^\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=/.exec(
      line,
    );
    if (header?.[1] !== undefined) {
      table = parts(header[1]);
      if (!found.has(table.join("."))) found.set(table.join("."), span(line.trim().length));
    } else if (key?.[1] !== undefined) {
      const path = [...table, ...parts(key[1])].join(".");
      if (!found.has(path)) found.set(path, span(key[1].length));
    }
  }
  return found;
}
