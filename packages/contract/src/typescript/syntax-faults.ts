// What the parser says of a source that does not parse (101).

import ts from "typescript";
import type { Fault } from "../model/function.ts";
import { type Source, spanAt } from "./source.ts";

/** Every syntax error, with its place. */
export function syntaxFaults(source: Source): Fault[] {
  return source.program.getSyntacticDiagnostics(source.file).map((problem) => {
    const start = problem.start ?? 0;
    return {
      code: "HAFT101",
      span: spanAt(source.file, start, start + (problem.length ?? 0)),
      message: `This does not parse: ${ts.flattenDiagnosticMessageText(problem.messageText, " ")}`,
      hint: "correct the TypeScript at the marked place",
    };
  });
}
