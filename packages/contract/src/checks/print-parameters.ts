// Prints the parameters of a tool as the schema of its arguments, and reports what printing noticed: types that are too
// large (102), defaults of null that widen a type (309), constraints that fit nothing (310).

import type { Field } from "../model/type.ts";
import { TypeTooLarge } from "../schema/limits.ts";
import { type Printed, printArguments } from "../schema/print-schema.ts";
import type { SchemaProblem } from "../schema/printing.ts";
import { code } from "./describing.ts";
import type { ParameterScope } from "./parameter-scope.ts";

const TOO_LARGE_HINT = "split the tool, or take part of it as text";

/** Reports a type that is too large. `true`: one parameter is to blame, and the others can be printed without it. */
function reportTooLarge(error: TypeTooLarge, scope: ParameterScope): boolean {
  const blamed = scope.tool.parameters.find(({ name }) => name === error.property);
  if (blamed !== undefined && !scope.faulty.has(blamed.name)) {
    scope.faulty.add(blamed.name);
    scope.add("HAFT102", blamed, `has a type that is too large: ${error.message}`, TOO_LARGE_HINT);
    return true;
  }
  scope.describing.findings.add({
    code: "HAFT102",
    span: { line: 1, column: 1, endLine: 1, endColumn: 1 },
    tool: scope.name,
    message: `${code(scope.name)}: its parameters together are too large: ${error.message}`,
    hint: TOO_LARGE_HINT,
  });
  return false;
}

function reportProblem(problem: SchemaProblem, scope: ParameterScope): void {
  const place = scope.at(problem.path);
  if (place === undefined) return;
  const { parameter, inside } = place;
  const where = inside === "" ? "has" : `has, at ${code(inside)},`;
  if (problem.kind === "null-default") {
    const none = scope.describing.language === "python" ? "None" : "null";
    const what = `${where} the default ${code(none)}, which its type does not admit: null is let in`;
    const hint = inside === "" ? ` of ${code(parameter.name)}` : ` at ${code(inside)}`;
    scope.add("HAFT309", parameter, what, `write ${code(`| ${none}`)} behind the type${hint}, or another default`);
    return;
  }
  const { constraint, why } = problem;
  const shown = code(constraint.text);
  const hint = why.startsWith("no part")
    ? `take ${shown} out, or change the type to one that it fits`
    : `correct or take out ${shown}`;
  const span = constraint.file === undefined ? constraint.span : parameter.span;
  scope.add("HAFT310", parameter, `${where} the constraint ${shown}: ${why}`, hint, span);
}

/** Prints the fields; one that is too large is reported and printed as anything. Undefined: all together are too large. */
export function printParameters(fields: readonly Field[], scope: ParameterScope): Printed | undefined {
  let printable = fields;
  for (;;) {
    try {
      const printed = printArguments(printable, scope.describing.language);
      for (const problem of printed.problems) reportProblem(problem, scope);
      return printed;
    } catch (error) {
      if (!(error instanceof TypeTooLarge)) throw error;
      if (!reportTooLarge(error, scope)) return undefined;
      printable = printable.map((field) =>
        field.name === error.property ? { ...field, type: { kind: "anything" } } : field,
      );
    }
  }
}
