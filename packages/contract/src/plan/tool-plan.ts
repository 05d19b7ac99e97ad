// How one tool is called: its parameters in order, the conversions, its companion.

import type { ArgumentPlan, ParameterPlan, ResumePlan, ToolPlan } from "@haft/sdk/wire";
import type { FunctionModel, ParameterModel } from "../model/function.ts";
import type { TypeNode } from "../model/type.ts";
import { Shapes, widenedByDefault } from "./shapes.ts";

/** A companion as the checks understood it. */
export interface PlannedCompanion {
  readonly function?: string;
  readonly takesContext: boolean;
  readonly on: ResumePlan["on"];
  readonly idempotent: boolean;
  readonly returns?: TypeNode;
}

function argumentPlan(parameter: ParameterModel, shapes: Shapes): ArgumentPlan {
  const shape = widenedByDefault(parameter, parameter.type === undefined ? { kind: "any" } : shapes.of(parameter.type));
  const { default: given } = parameter;
  const whole = { name: parameter.name, shape };
  return parameter.passDefault && given?.kind === "literal" ? { ...whole, default: given.value } : whole;
}

/** The parameters in the order of the source, the context among them. */
function parameterPlans(tool: FunctionModel, shapes: Shapes): ParameterPlan[] {
  const plans: ParameterPlan[] = [];
  const fields = tool.parameters.filter((parameter) => parameter.passing === "field");
  if (fields.length > 0)
    plans.push({ passing: "object", fields: fields.map((parameter) => argumentPlan(parameter, shapes)) });
  for (const parameter of tool.parameters)
    if (parameter.passing !== "field" && !parameter.variadic)
      plans.push({ passing: parameter.passing, ...argumentPlan(parameter, shapes) });
  const { context } = tool;
  if (context !== undefined) {
    const at = context.passing === "positional" ? Math.min(context.index, plans.length) : plans.length;
    plans.splice(at, 0, { passing: "context", positional: context.passing === "positional" });
  }
  return plans;
}

function resumePlan(companion: PlannedCompanion, shapes: Shapes): ResumePlan {
  return {
    ...(companion.function === undefined ? {} : { function: companion.function }),
    takesContext: companion.takesContext,
    on: companion.on,
    idempotent: companion.idempotent,
    result: companion.returns === undefined ? { kind: "any" } : shapes.of(companion.returns),
  };
}

/** The plan of a tool under the name that it has been given. */
export function planTool(tool: FunctionModel, name: string, companion: PlannedCompanion | undefined): ToolPlan {
  const shapes = new Shapes();
  const parameters = parameterPlans(tool, shapes);
  const result = tool.returns === undefined ? ({ kind: "any" } as const) : shapes.of(tool.returns);
  const resume = companion === undefined ? undefined : resumePlan(companion, shapes);
  return {
    tool: name,
    form: "function",
    function: tool.name,
    ...(tool.exportName === undefined ? {} : { exportName: tool.exportName }),
    isAsync: tool.isAsync,
    parameters,
    result,
    definitions: shapes.definitions,
    ...(resume === undefined ? {} : { resume }),
  };
}
