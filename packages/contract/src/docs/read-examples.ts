// The examples of a doc comment: JSON objects one after another, and the lines between them that are none.

import type { JsonObject } from "@haft/sdk/wire";
import type { DocLine } from "../model/doc.ts";
import type { Span } from "../model/place.ts";
import { isJsonObject } from "../validation/json-object.ts";
import { JsonFault, scanJson } from "../validation/scan-json.ts";

/** An example: the arguments that it shows, and the place of its first line. */
interface Example {
  readonly value: JsonObject;
  readonly span: Span;
}

/** Lines, up to a blank one or the next object, that are no JSON object. */
export interface NoExample {
  readonly text: string;
  readonly span: Span;
  /** Where they begin like an object: what is wrong with it. */
  readonly fault?: string;
}

/** What stands under the examples headings of a doc comment. */
export interface Examples {
  readonly examples: readonly Example[];
  readonly others: readonly NoExample[];
}

/** One block of examples as one text, with the line that each offset is in. */
class Block {
  readonly text: string;
  readonly #lines: readonly DocLine[];
  readonly #starts: number[] = [];

  constructor(lines: readonly DocLine[]) {
    this.#lines = lines;
    let at = 0;
    for (const line of lines) {
      this.#starts.push(at);
      at += line.text.length + 1;
    }
    this.text = lines.map((line) => line.text).join("\n");
  }

  spanAt(offset: number): Span | undefined {
    const index = this.#starts.findLastIndex((start) => start <= offset);
    return this.#lines[index]?.span;
  }
}

function objectAt(text: string, at: number): { value: JsonObject; end: number } | { fault: string } | undefined {
  if (text[at] !== "{") return undefined;
  try {
    const { value, end } = scanJson(text, at);
    return isJsonObject(value) ? { value, end } : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return { fault: error.message };
    throw error;
  }
}

/** Where the lines from `at` on that are no object end: before a blank line, or a line that begins with one. */
function endOfRun(text: string, at: number): number {
  for (let end = text.indexOf("\n", at); end >= 0; end = text.indexOf("\n", end + 1)) {
    const next = text.slice(end + 1).search(/\S/);
    const line = /^[^\S\n]*\n|^[^\S\n]*$/.test(text.slice(end + 1));
    if (line || next < 0) return end;
    const object = objectAt(text, end + 1 + next);
    if (object !== undefined && "value" in object) return end;
  }
  return text.length;
}

function readBlock(block: Block, examples: Example[], others: NoExample[]): void {
  const { text } = block;
  for (let at = text.search(/\S/); at >= 0 && at < text.length; ) {
    const span = block.spanAt(at);
    const object = objectAt(text, at);
    let end: number;
    if (object !== undefined && "value" in object) {
      end = object.end;
      if (span !== undefined) examples.push({ value: object.value, span });
    } else {
      end = endOfRun(text, at);
      const run = text.slice(at, end).trim();
      if (span !== undefined)
        others.push({ text: run, span, ...(object === undefined ? {} : { fault: object.fault }) });
    }
    const next = text.slice(end).search(/\S/);
    at = next < 0 ? -1 : end + next;
  }
}

/** Reads all blocks of examples. */
export function readExamples(blocks: readonly (readonly DocLine[])[]): Examples {
  const examples: Example[] = [];
  const others: NoExample[] = [];
  for (const lines of blocks) readBlock(new Block(lines), examples, others);
  return { examples, others };
}
