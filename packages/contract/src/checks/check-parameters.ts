// The parameters of one tool, in the order of their checks, and the schema of its arguments.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { FunctionModel, ParameterModel } from "../model/function.ts";
import type { Field } from "../model/type.ts";
import { checkDefaults, checkLiteral, checkSize } from "./check-defaults.ts";
import type { CheckedDoc } from "./check-doc.ts";
import { checkEmptyTypes, checkType } from "./check-types.ts";
import { code, type Describing } from "./describing.ts";
import { ParameterScope } from "./parameter-scope.ts";
import { checkParameterText, type ParameterText, parameterTexts } from "./parameter-texts.ts";
import { printParameters } from "./print-parameters.ts";

/** The arguments of a tool, as a schema. */
export interface CheckedParameters {
  readonly inputSchema: JsonSchema;
  /** Whether every parameter has a sound type, so that examples can be held against the schema. */
  readonly sound: boolean;
}

const UNSOUND: CheckedParameters = {
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  sound: false,
};

/** Reports a variadic parameter (303), which is then left out. */
function reportVariadic(parameter: ParameterModel, scope: ParameterScope): void {
  scope.faulty.add(parameter.name);
  const list = scope.describing.language === "python" ? "list[str]" : "string[]";
  const hint = `take a list instead: ${code(`${parameter.name}: ${list}`)}`;
  scope.add("HAFT303", parameter, "takes any number of arguments, which a schema cannot name", hint);
}

function fieldOf(parameter: ParameterModel, text: ParameterText | undefined, scope: ParameterScope): Field {
  const description = checkParameterText(parameter, text, scope);
  const type = checkType(parameter, text, scope);
  const given = checkLiteral(parameter, scope);
  return {
    name: parameter.name,
    type,
    required: !parameter.optional && parameter.default === undefined,
    ...(given === undefined ? {} : { default: given }),
    ...(description === "" ? {} : { description }),
    ...(parameter.deprecated === true ? { deprecated: true } : {}),
  };
}

/** Checks the parameters of a tool and prints the schema of its arguments. */
export function checkParameters(
  tool: FunctionModel,
  name: string,
  checked: CheckedDoc,
  describing: Describing,
): CheckedParameters {
  const scope = new ParameterScope(tool, name, checked, describing);
  const texts = parameterTexts(tool, name, checked, describing);
  const fields: Field[] = [];
  for (const parameter of tool.parameters)
    if (parameter.variadic) reportVariadic(parameter, scope);
    else fields.push(fieldOf(parameter, texts.get(parameter.name), scope));
  const printed = printParameters(fields, scope);
  if (printed === undefined) return UNSOUND;
  checkDefaults(printed, scope);
  if (!checkSize(printed.schema, scope)) return UNSOUND;
  checkEmptyTypes(printed.schema, scope);
  return { inputSchema: printed.schema, sound: scope.faulty.size === 0 };
}
