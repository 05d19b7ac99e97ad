// `read_file`: numbered lines of a file of the workspace, read as a stream, so that the size of the file does not matter.

import type { FileHandle } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import type { Json } from "@haft/sdk/wire";
import { type BuiltinTool, lookingTool, requireWorkspace } from "./builtin-tool.ts";
import { openFile, placeAt } from "./workspace-place.ts";

/** Lines of one answer, unless a range says otherwise, and characters of all of them and of one. */
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 256 * 1024;
const LONGEST_LINE = 2_000;
/** What is looked at to tell text from other things. */
const PROBED_BYTES = 8_192;
/** What is read at once. */
const CHUNK_BYTES = 256 * 1024;

/** The tool. */
export const readFile: BuiltinTool = {
  descriptor: lookingTool(
    "read_file",
    "Reads lines of a text file of the workspace, numbered from 1. Other files are described by size and kind.",
    {
      path: { type: "string", description: "File, relative to the workspace." },
      start: { type: "integer", minimum: 1, description: "First line. Default: 1." },
      end: { type: "integer", minimum: 1, description: `Last line. Default: ${MOST_LINES} lines from the first.` },
    },
    ["path"],
  ),
  async run(given, surroundings, signal) {
    const workspace = requireWorkspace(surroundings);
    const place = await placeAt(workspace, String(given.path));
    const start = typeof given.start === "number" ? given.start : 1;
    const end = typeof given.end === "number" ? given.end : start + MOST_LINES - 1;
    if (end < start) {
      const error = new Error(`the last line, ${end}, is before the first, ${start}`);
      error.name = "invalid_arguments";
      throw error;
    }
    await using file = await openFile(workspace, place);
    const binary = await describeBinary(file, place.path);
    if (binary !== null) return binary;
    return await readLines(file, place.path, { start, end }, signal);
  },
};

/** What a file that is no text is; null for text. */
async function describeBinary(file: FileHandle, path: string): Promise<Json | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBED_BYTES), 0, PROBED_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  if (!head.includes(0)) return null;
  const { size } = await file.stat();
  return { path, binary: true, size, kind: kindOf(head) };
}

const KINDS: readonly (readonly [string, string])[] = [
  ["89504e47", "PNG image"],
  ["ffd8ff", "JPEG image"],
  ["47494638", "GIF image"],
  ["25504446", "PDF document"],
  ["504b0304", "ZIP archive"],
  ["1f8b", "gzip data"],
  ["7f454c46", "ELF program"],
  ["53514c69746520666f726d6174", "SQLite database"],
];

function kindOf(head: Buffer): string {
  const hex = head.subarray(0, 16).toString("hex");
  return KINDS.find(([magic]) => hex.startsWith(magic))?.[1] ?? "binary data";
}

/** Lines of a stream, counted to the end of the range and no further. */
async function readLines(
  file: FileHandle,
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<Json> {
  const lines: string[] = [];
  let [number, characters, cut] = [0, 0, false];
  for await (const line of linesOf(file)) {
    signal.throwIfAborted();
    number += 1;
    if (number < start) continue;
    if (number > end || characters > MOST_CHARACTERS) {
      cut = true;
      break;
    }
    const shown =
      line.length > LONGEST_LINE ? `${line.text.slice(0, LONGEST_LINE)} … (${line.length} characters)` : line.text;
    characters += shown.length;
    lines.push(`${number}\t${shown}`);
  }
  const first = lines.length === 0 ? null : start;
  const last = lines.length === 0 ? null : start + lines.length - 1;
  const said = { path, start: first, end: last, text: lines.join("\n") };
  if (cut && last !== null) return { ...said, more: `there are more lines: read on with start ${last + 1}` };
  return lines.length === 0 && number > 0 ? { ...said, more: `the file has ${number} lines` } : said;
}

/** A line without its end; of a very long one only the beginning is kept. */
interface Line {
  readonly text: string;
  readonly length: number;
}

async function* linesOf(file: FileHandle): AsyncGenerator<Line> {
  let rest = "";
  let dropped = 0;
  for await (const chunk of textOf(file)) {
    const pieces = (rest + chunk).split("\n");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) {
      const text = piece.endsWith("\r") ? piece.slice(0, -1) : piece;
      yield { text, length: text.length + dropped };
      dropped = 0;
    }
    // What is longer than is shown need not be held: only how long it was.
    if (rest.length > LONGEST_LINE * 4) {
      dropped += rest.length - LONGEST_LINE * 2;
      rest = rest.slice(0, LONGEST_LINE * 2);
    }
  }
  if (rest !== "") yield { text: rest, length: rest.length + dropped };
}

/** The text in pieces; a character that is cut between two of them comes whole. */
async function* textOf(file: FileHandle): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    yield decoder.write(buffer.subarray(0, bytesRead));
  }
  yield decoder.end();
}
