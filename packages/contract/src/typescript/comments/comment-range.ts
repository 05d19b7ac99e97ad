// Which doc comment belongs to a declaration. The compiler's own answer skips comments on a member's own line.

import ts from "typescript";
import { isLibraryFile } from "../service/library-files.ts";

/** A doc comment's range in its file, from `/**` to the end of its closing mark. */
export interface CommentRange {
  readonly file: ts.SourceFile;
  readonly pos: number;
  readonly end: number;
}

/** Finds the last doc comment that ends on the declaration's line, or on a line before it that holds nothing else. */
export function docCommentOf(node: ts.Node): CommentRange | undefined {
  const file = node.getSourceFile();
  // What the language says of `Partial` is not what the author says.
  if (isLibraryFile(file.fileName)) return undefined;
  return innerComment(file, node) ?? leadingComment(file, node) ?? trailingComment(file, node);
}

// Between `export` and the name.
function innerComment(file: ts.SourceFile, node: ts.Node): CommentRange | undefined {
  if (!ts.isFunctionDeclaration(node) && !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node))
    return undefined;
  if (node.name === undefined || node.modifiers === undefined) return undefined;
  const start = node.getStart(file);
  const found = [...file.text.slice(start, node.name.getStart(file)).matchAll(/\/\*\*[^/][\s\S]*?\*\//g)].at(-1);
  return found && { file, pos: start + found.index, end: start + found.index + found[0].length };
}

function leadingComment(file: ts.SourceFile, node: ts.Node): CommentRange | undefined {
  const start = node.getStart(file);
  const line = lineOf(file, start);
  const ranges = [
    ...(ts.getTrailingCommentRanges(file.text, node.pos) ?? []),
    ...(ts.getLeadingCommentRanges(file.text, node.pos) ?? []),
  ];
  const own = ranges.filter((range) => isDocComment(file.text, range) && range.end <= start);
  own.sort((a, b) => a.pos - b.pos);
  for (const range of own.reverse()) {
    if (lineOf(file, range.end) === line || standsAlone(file.text, range))
      return { file, pos: range.pos, end: range.end };
  }
  return undefined;
}

// Behind a property or a parameter on its own line, with nothing after it.
function trailingComment(file: ts.SourceFile, node: ts.Node): CommentRange | undefined {
  if (!ts.isPropertySignature(node) && !ts.isPropertyDeclaration(node) && !ts.isParameter(node)) return undefined;
  const separator = /^[ \t]*[,;]?/.exec(file.text.slice(node.end, node.end + 80))?.[0].length ?? 0;
  const ranges = ts.getTrailingCommentRanges(file.text, node.end + separator) ?? [];
  const range = ranges.filter((one) => isDocComment(file.text, one)).at(-1);
  if (range === undefined || !/^[ \t]*(\r?\n|$)/.test(restOfLine(file.text, range.end))) return undefined;
  return { file, pos: range.pos, end: range.end };
}

function isDocComment(text: string, range: ts.CommentRange): boolean {
  return (
    range.kind === ts.SyntaxKind.MultiLineCommentTrivia && /^\/\*\*[^/]/.test(text.slice(range.pos, range.pos + 4))
  );
}

// Whether nothing but comments stands before it on its first line and nothing after it on its last.
function standsAlone(text: string, range: ts.CommentRange): boolean {
  const before = text.slice(text.lastIndexOf("\n", range.pos - 1) + 1, range.pos);
  return isBlank(before) && isBlank(restOfLine(text, range.end).split("//", 1)[0] ?? "");
}

// Whether a line holds nothing, or comments. A comment that goes on below counts as far as it stands here.
function isBlank(line: string): boolean {
  let at = 0;
  for (let start = line.indexOf("/*"); start >= 0; start = line.indexOf("/*", at)) {
    if (line.slice(at, start).trim() !== "") return false;
    const end = line.indexOf("*/", start + 2);
    if (end < 0) return true;
    at = end + 2;
  }
  return line.slice(at).trim() === "";
}

function restOfLine(text: string, from: number): string {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.slice(from) : text.slice(from, end + 1);
}

function lineOf(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line;
}
