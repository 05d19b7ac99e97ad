// A definition that could not be evaluated (HAFT605), or that is none (HAFT603), told at the author's own line.

import type { WireError } from "@haft/sdk/wire";
import { authorPlace, type Bundle } from "../bundling/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../model/place.ts";
import type { ReadRequest } from "../read/reader.ts";
import type { DefinitionOutline } from "./outline/outline.ts";

/** What the inside calls a default export that is not an object. */
const NOT_A_DEFINITION = "not_a_definition";

/** What the inside calls an error of the module while it was loaded. */
const LOAD_FAILED = "load_failed";

/** Kept short: the text is the author's, and a message is read by people. */
const LONGEST = 500;

/** The diagnostic for an error that came from inside. */
export function evaluationFault(
  error: WireError,
  outline: DefinitionOutline,
  bundled: Bundle,
  request: ReadRequest,
): Diagnostic {
  if (error.type === NOT_A_DEFINITION) {
    const message = `\`${request.file}\`: ${error.message.slice(0, LONGEST)}`;
    const hint = "write `export default defineTool({ … });`";
    return { code: "HAFT603", severity: "error", message, hint, file: request.file, ...outline.span };
  }
  const said = wordsOf(error, request.file).slice(0, LONGEST);
  return {
    code: "HAFT605",
    severity: "error",
    message: `\`${request.file}\` could not be evaluated in the sandbox: ${said}`,
    hint: hintFor(error),
    ...placeOf(error, outline, bundled, request),
  };
}

/** An error while the module was loaded says so itself, around what the author's code threw. */
function wordsOf({ type, message }: WireError, file: string): string {
  if (type !== LOAD_FAILED) return `${type}: ${message}`;
  const prefix = `${file} could not be loaded: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

function hintFor({ type, hint }: WireError): string {
  if (type === "timeout") {
    return "a definition is evaluated to read its schema and has 5 seconds; move what takes long into `handler`";
  }
  if (hint !== undefined && type !== LOAD_FAILED) return hint;
  return "a definition is evaluated to read its schema, without network, secrets, configuration or arguments; correct the marked line, or move what needs these into `handler`";
}

function placeOf(
  error: WireError,
  outline: DefinitionOutline,
  bundled: Bundle,
  request: ReadRequest,
): { file: string } & Span {
  const files = new Set([request.file, ...bundled.imports]);
  const found = error.stack === undefined ? undefined : authorPlace(error.stack, bundled.sourceMap, files);
  if (found === undefined) return { file: request.file, ...outline.span };
  const text = found.file === request.file ? request.text : (request.siblings?.[found.file] ?? "");
  const line = text.split(/\r\n|[\n\r]/)[found.line - 1] ?? "";
  return {
    file: found.file,
    line: found.line,
    column: found.column,
    endLine: found.line,
    endColumn: Math.max(found.column, line.length + 1),
  };
}

/** No sandbox to evaluate in: HAFT605, with why and what to do. */
export function noSandboxFault(outline: DefinitionOutline, cause: unknown): Diagnostic {
  const why = cause instanceof Error ? cause.message : "there is no sandbox here";
  return {
    code: "HAFT605",
    severity: "error",
    message: `\`${outline.file}\` must be evaluated to read its schema, and only a sandbox may do that: ${why}`,
    hint: "type `haft doctor` to see what is missing; functions in a `*.tools.ts` are read without a sandbox",
    file: outline.file,
    ...outline.span,
  };
}
