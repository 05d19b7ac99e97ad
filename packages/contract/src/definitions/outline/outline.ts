// Where things stand in a `*.tool.ts`: the default export, the object literal behind it, and its fields. Found in the
// syntax alone; what cannot be found is placed at the default export.

import ts from "typescript";
import { spanBetween } from "../../bundling/text-span.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../model/place.ts";
import { defaultExport } from "./default-export.ts";
import { objectBehind } from "./expressions.ts";
import { fieldPlace } from "./field-place.ts";
import { handlerParameters } from "./handler-parameters.ts";

/** The places of one definition. */
export interface DefinitionOutline {
  readonly file: string;
  /** The first line of the default export. */
  readonly span: Span;
  /** 1-based lines: the statement in which the definition is written, the default export where that is not in sight. */
  readonly line: number;
  readonly endLine: number;
  /** How many parameters the handler takes; undefined where its function is not in sight. */
  readonly handlerParameters: number | undefined;
  /** The place of a field, or of a part of it (`.when.at[]`): the nearest part that is in sight. */
  place(field: string, path?: string): Span;
}

/** The outline; HAFT603 where it can be seen that there is no default export that is an object. */
export function outlineOf(file: string, text: string): DefinitionOutline | Diagnostic {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const found = defaultExport(source);
  if (found === undefined) return noDefinition(file, "has no default export", FIRST_LINE);
  const span = firstLine(source, found.statement);
  if (found.kind !== undefined) return noDefinition(file, `exports ${found.kind} as its default, not an object`, span);
  const object = found.expression === undefined ? undefined : objectBehind(found.expression, source);
  return {
    file,
    span,
    ...linesOf(source, object === undefined ? found.statement : statementOf(object)),
    handlerParameters: object === undefined ? undefined : handlerParameters(object, source),
    place: (field, path = "") => (object && fieldPlace(source, object, field, path)) ?? span,
  };
}

const FIRST_LINE: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 };

function noDefinition(file: string, what: string, span: Span): Diagnostic {
  return {
    code: "HAFT603",
    severity: "error",
    message: `\`${file}\` ${what}`,
    hint: "write `export default defineTool({ name: …, description: …, inputSchema: …, capabilities: [], approval: { required: false }, handler: … });`",
    file,
    ...span,
  };
}

function statementOf(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isSourceFile(at.parent)) at = at.parent;
  return at;
}

function linesOf(source: ts.SourceFile, node: ts.Node): { line: number; endLine: number } {
  return {
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    endLine: source.getLineAndCharacterOfPosition(node.getEnd()).line + 1,
  };
}

/** From where a node starts to the end of that line. */
function firstLine(source: ts.SourceFile, node: ts.Node): Span {
  const start = node.getStart(source);
  const line = source.text.slice(start, node.getEnd()).split(/[\r\n]/, 1)[0] ?? "";
  return spanBetween(source.text, start, start + line.length);
}
