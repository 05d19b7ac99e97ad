// The syntax errors of a TypeScript module, as diagnostics (HAFT101).

import ts from "typescript";
import { spanBetween } from "../bundling/text-span.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Every syntax error that the parser gives; HAFT102 where it gives up. */
export function syntaxFaults(file: string, text: string): Diagnostic[] {
  try {
    const { diagnostics = [] } = ts.transpileModule(text, {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext },
    });
    return diagnostics.map((found) => ({
      code: "HAFT101",
      severity: "error",
      message: `\`${file}\` does not parse: ${ts.flattenDiagnosticMessageText(found.messageText, " ")}`,
      hint: "correct the TypeScript at the marked place",
      file,
      ...spanBetween(text, found.start ?? 0, (found.start ?? 0) + Math.max(1, found.length ?? 1)),
    }));
  } catch (error) {
    return [gaveUp(file, error)];
  }
}

/** A source that is nested too deeply overflows the parser's stack. */
function gaveUp(file: string, error: unknown): Diagnostic {
  return {
    code: "HAFT102",
    severity: "error",
    message: `the parser gave up on \`${file}\`: ${error instanceof RangeError ? "its code is nested too deeply" : String(error)}`,
    hint: "split what is nested most deeply into parts with names of their own",
    file,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  };
}
