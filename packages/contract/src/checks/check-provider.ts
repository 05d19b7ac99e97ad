// Keywords that the strict mode of the provider named refuses (802).

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { FunctionModel } from "../model/function.ts";
import { isProvider } from "../providers/provider-rules.ts";
import { strictRefusals } from "../providers/strict-refusals.ts";
import { code, type Describing } from "./describing.ts";

/** Warns of each keyword, once for each parameter that has it. */
export function checkProvider(tool: FunctionModel, name: string, schema: JsonSchema, describing: Describing): void {
  const { provider } = describing;
  if (provider === undefined || !isProvider(provider)) return;
  for (const { path, keyword, what } of strictRefusals(schema, provider) ?? []) {
    if (keyword === undefined) continue;
    const parameter = tool.parameters.find((one) => one.name === path[0]);
    const where = parameter === undefined ? "" : ` in the parameter ${code(parameter.name)}`;
    describing.findings.add({
      code: "HAFT802",
      span: parameter?.span ?? tool.span,
      tool: name,
      parameter: parameter?.name,
      message: `${code(name)}: the strict mode of ${provider} refuses ${what}${where}`,
      hint: `the tool is offered to ${provider} without strict mode; take the constraint out to have it`,
    });
  }
}
