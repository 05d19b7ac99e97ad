// One loaded source and the checker that answers about it: what every step of reading TypeScript is given.

import { basename } from "node:path";
import ts from "typescript";
import type { Span } from "../model/place.ts";
import { haftFile, isLibraryFile } from "./service/library-files.ts";
import type { LoadedModule } from "./service/warm-program.ts";

/** The source under reading. */
export interface Source {
  readonly file: ts.SourceFile;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
}

/** Opens a loaded module for questions. */
export function openSource(module: LoadedModule): Source {
  return { file: module.sourceFile, program: module.program, checker: module.program.getTypeChecker() };
}

/** The place of a range of a file, 1-based. */
export function spanAt(file: ts.SourceFile, start: number, end: number): Span {
  const from = file.getLineAndCharacterOfPosition(start);
  const to = file.getLineAndCharacterOfPosition(end);
  return { line: from.line + 1, column: from.character + 1, endLine: to.line + 1, endColumn: to.character + 1 };
}

/** The place of a node, without the comments before it. */
export function spanOf(node: ts.Node): Span {
  const file = node.getSourceFile();
  return spanAt(file, node.getStart(file), node.getEnd());
}

/** The place of a node for a message about the source: with its file's name where that is another. */
export function placeIn(source: Source, node: ts.Node): { readonly span: Span; readonly file?: string } {
  const file = node.getSourceFile();
  return { span: spanOf(node), ...(file !== source.file && { file: basename(file.fileName) }) };
}

/** A node's text as written, for messages: on one line, and not longer than fits there. */
export function textOf(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}

const longestText = 120;

/** Whether a symbol is the language's own or one of a tool's globals. */
export function isFromLibrary(symbol: ts.Symbol | undefined): boolean {
  return symbol?.declarations?.some((node) => isLibraryFile(node.getSourceFile().fileName)) ?? false;
}

/** Whether a symbol is declared by the module `haft`. */
export function isFromHaft(symbol: ts.Symbol | undefined): boolean {
  return symbol?.declarations?.some((node) => node.getSourceFile().fileName === haftFile) ?? false;
}

/** Takes parentheses, `as`, `satisfies`, `!` and type assertions off an expression. */
export function bareExpression(node: ts.Expression): ts.Expression {
  let at = node;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isTypeAssertionExpression(at) ||
    ts.isNonNullExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}

/** The symbol that a name stands for behind its imports and exports. */
export function resolveAlias(source: Source, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol;
  return source.checker.getAliasedSymbol(symbol);
}
