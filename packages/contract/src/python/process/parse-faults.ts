// What is said when a source cannot be parsed: HAFT101 where the text is wrong, HAFT102 where it asks too much.

import type { Fault } from "../../model/function.ts";
import type { Span } from "../../model/place.ts";
import type { SourceText } from "../syntax/source-text.ts";

const FIRST_LINE: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** The fault for `["syntax", message, line, column, endLine, endColumn, stage]` of a Python of this version. */
export function syntaxFault(answer: readonly unknown[], source: SourceText, version: string): Fault {
  const [, message, line, column, endLine, endColumn, stage] = answer;
  const start = placed(source, line, column, stage);
  const end = placed(source, endLine, endColumn, stage);
  const ordered = end.line > start.line || (end.line === start.line && end.column > start.column);
  return {
    code: "HAFT101",
    span: {
      line: start.line,
      column: start.column,
      endLine: ordered ? end.line : start.line,
      endColumn: ordered ? end.column : start.column + 1,
    },
    message: `the source does not parse: ${String(message)} (Python ${version})`,
    hint: `mend line ${start.line}; Python reads nothing of a module that does not parse`,
  };
}

/** Python's place (columns from 1, in characters or bytes; sometimes none, sometimes past the end) as one of ours. */
function placed(source: SourceText, line: unknown, column: unknown, stage: unknown): { line: number; column: number } {
  const row = Math.min(Math.max(1, Number(line) || 1), source.lineCount);
  const place = Math.max(1, Number(column) || 1) - 1;
  return { line: row, column: stage === "parse" ? source.columnOfCharacter(row, place) : source.column(row, place) };
}

/** Text that no Python file can hold: a NUL, or half of a surrogate pair. */
export function notText(text: string): Fault | undefined {
  const nul = text.indexOf("\0");
  if (nul >= 0) return badCharacter(text, nul, "a NUL character (U+0000)");
  if (text.isWellFormed()) return undefined;
  const at = [...text.matchAll(/\p{Surrogate}/gu)][0]?.index ?? 0;
  return badCharacter(text, at, "half of a surrogate pair, which no UTF-8 file can hold");
}

function badCharacter(text: string, at: number, what: string): Fault {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1) ?? "").length + 1;
  return {
    code: "HAFT101",
    span: { line, column, endLine: line, endColumn: column + 1 },
    message: `the source does not parse: it holds ${what}`,
    hint: `delete the character in line ${line}, column ${column}; inside a text write it as an escape`,
  };
}

/** The source is over 1 MiB. */
export function tooLong(): Fault {
  return {
    code: "HAFT102",
    span: FIRST_LINE,
    message: "the source is over 1 MiB",
    hint: "keep the functions here and move the data to a file that they open",
  };
}

/** The time limit struck. */
export function tooSlow(): Fault {
  return {
    code: "HAFT102",
    span: FIRST_LINE,
    message: "the source could not be read in time",
    hint: "move large tables and generated code to a file that the functions open",
  };
}

/** The parser held it, and what reads its declarations gave up: nesting. */
export function tooDeep(): Fault {
  return {
    code: "HAFT102",
    span: FIRST_LINE,
    message: "the source parses, but its types and expressions are nested too deep to be read",
    hint: "break the longest expression or type into named parts",
  };
}

/** The parser gave up: nesting, memory. */
export function tooComplex(): Fault {
  return {
    code: "HAFT102",
    span: FIRST_LINE,
    message: "the source is too deeply nested or too large for Python's parser",
    hint: "split long chains of operators and nested brackets into several statements, or move the data to a file",
  };
}
