// Examples: lines that are no JSON object (211), objects that contradict the schema (212).

import type { JsonObject } from "@haft/sdk/wire";
import { exampleHint } from "../docs/example-hint.ts";
import { readExamples } from "../docs/read-examples.ts";
import type { FunctionModel } from "../model/function.ts";
import { checkValue } from "../validation/check-value.ts";
import { describeMisfit } from "../validation/describe-misfit.ts";
import type { CheckedDoc } from "./check-doc.ts";
import type { CheckedParameters } from "./check-parameters.ts";
import { askedFor, code, type Describing } from "./describing.ts";

/** Checks the examples of a tool; gives those that fit. */
export function checkExamples(
  tool: FunctionModel,
  name: string,
  checked: CheckedDoc,
  parameters: CheckedParameters,
  describing: Describing,
): readonly JsonObject[] {
  const { examples, others } = readExamples(checked.doc?.examples ?? []);
  const given = tool.parameters.filter((parameter) => !parameter.variadic);
  const names = given.map((parameter) => parameter.name);
  const inObject = given.some((parameter) => parameter.passing === "field");
  if (askedFor("HAFT211", tool, describing) !== undefined)
    for (const other of others) {
      const [line = ""] = other.text.split("\n");
      const why = other.fault === undefined ? "" : `: ${other.fault}`;
      const message = `${code(name)}: ${code(line.length > 60 ? `${line.slice(0, 57)}…` : line)} under its examples is not a JSON object${why}`;
      describing.findings.add({
        code: "HAFT211",
        span: other.span,
        tool: name,
        message,
        hint: exampleHint(other, { names, inObject }),
      });
    }
  if (!parameters.sound) return [];
  const severity = askedFor("HAFT212", tool, describing);
  return examples.flatMap(({ value, span }) => {
    const [misfit] = checkValue(parameters.inputSchema, value);
    if (misfit === undefined) return [value];
    if (severity === undefined) return [];
    describing.findings.add({
      code: "HAFT212",
      span,
      tool: name,
      message: `${code(name)}: an example contradicts its parameters: ${describeMisfit(misfit).message}`,
      hint: "correct the example, or the parameter that it is right about",
      ...(severity === "own" ? {} : { severity }),
    });
    return [];
  });
}
