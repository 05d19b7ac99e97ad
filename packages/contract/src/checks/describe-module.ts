// From the declarations of a module to its tools: the rules that are the same for both languages, in order.

import type { ToolPlan } from "@haft/sdk/wire";
import type { ToolDescriptor } from "../descriptor/tool-descriptor.ts";
import { Findings } from "../diagnostics/findings.ts";
import type { FunctionModel, ModuleModel } from "../model/function.ts";
import { type PlannedCompanion, planTool } from "../plan/tool-plan.ts";
import type { ReadRequest, ReadResult } from "../read/reader.ts";
import { checkDoc } from "./check-doc.ts";
import { checkExamples } from "./check-examples.ts";
import { checkLength } from "./check-length.ts";
import { checkNames } from "./check-names.ts";
import { checkOptions, nameOf } from "./check-options.ts";
import { checkParameters } from "./check-parameters.ts";
import { checkProvider } from "./check-provider.ts";
import { checkYields, type NamedTool } from "./check-yields.ts";
import { code, type Describing, unframed } from "./describing.ts";
import { outputSchema } from "./output-schema.ts";
import { toolList } from "./tool-list.ts";

/** The bound of one phase of a call where neither the tool nor its toolset says another, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30;

/** What of a request matters once the source has become a model. */
export type DescribeRequest = Pick<ReadRequest, "language" | "file" | "strict" | "timeoutSeconds" | "provider">;

interface DescribedTool {
  readonly descriptor: ToolDescriptor;
  readonly plan: ToolPlan;
}

function describeTool(
  { tool, name }: NamedTool,
  companion: PlannedCompanion | undefined,
  describing: Describing,
): DescribedTool {
  const options = checkOptions(tool, name, describing);
  const doc = checkDoc(tool, name, options, describing);
  const parameters = checkParameters(tool, name, doc, describing);
  const examples = checkExamples(tool, name, doc, parameters, describing);
  checkLength(tool, name, doc.description, describing);
  checkProvider(tool, name, parameters.inputSchema, describing);
  const output = outputSchema(tool.returns, companion, describing.language);
  const descriptor: ToolDescriptor = {
    name,
    description: doc.description,
    inputSchema: parameters.inputSchema,
    ...(output === undefined ? {} : { outputSchema: output }),
    examples,
    yields: companion !== undefined,
    timeoutSeconds: options.timeoutSeconds ?? describing.timeoutSeconds,
    capabilities: options.capabilities ?? [],
    approval: options.approval ?? { required: false },
    annotations: options.annotations,
    language: describing.language,
    function: tool.name,
    ...(companion?.function === undefined ? {} : { resumeFunction: companion.function }),
    takesContext: tool.context !== undefined,
    location: { file: describing.file, line: tool.span.line, endLine: tool.endLine },
  };
  return { descriptor, plan: planTool(tool, name, companion) };
}

/** What the language's reader found itself. `true`: the source does not parse, and nothing else is said of it. */
function reportFaults(describing: Describing): boolean {
  const { faults } = describing.model;
  const syntax = faults.filter((fault) => fault.code === "HAFT101");
  for (const fault of syntax.length > 0 ? syntax : faults) describing.findings.add(fault);
  return syntax.length > 0;
}

function reportStrayOptions(describing: Describing): void {
  const tools = toolList(describing);
  for (const { span, target, reason } of describing.model.strayOptions)
    describing.findings.add({
      code: "HAFT504",
      span,
      message:
        reason === "twice"
          ? `a second \`tool(${target}, …)\`: one tool has its options in one place`
          : `\`tool(${target}, …)\`: ${code(target)} is not a tool of this module`,
      hint:
        reason === "twice"
          ? "put all options into one statement"
          : (tools ?? `export ${code(target)} to make it a tool`),
    });
}

function withNames(tools: readonly FunctionModel[], describing: Describing): NamedTool[] {
  return tools.flatMap((tool) => {
    const name = nameOf(tool);
    if (tool.signatureFault === undefined) return [{ tool, name }];
    const { message, hint, ...fault } = tool.signatureFault;
    const said = { message: unframed(message), hint: hint === undefined ? undefined : unframed(hint) };
    describing.findings.add({ ...fault, ...said, tool: name });
    return [];
  });
}

/** Describes the tools of a module. A module with any error has none. */
export function describeModule(
  model: ModuleModel,
  request: DescribeRequest,
  imports: readonly string[] = [],
): ReadResult {
  const findings = new Findings(request.file);
  const describing: Describing = {
    language: request.language,
    file: request.file,
    strict: request.strict ?? true,
    timeoutSeconds: request.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    provider: request.provider,
    model,
    findings,
  };
  const unreadable = reportFaults(describing);
  const found = unreadable ? [] : withNames(model.tools, describing);
  if (!unreadable) reportStrayOptions(describing);
  checkNames(found, describing);
  // What has no name cannot be spoken of: nothing else is said of it until it has one.
  const tools = found.filter(({ name }) => name !== "");
  const companions = unreadable ? new Map() : checkYields(tools, describing);
  const described = tools.map((named) => describeTool(named, companions.get(named.tool), describing));
  const diagnostics = findings.list();
  if (findings.hasError) return { tools: [], diagnostics, plans: [], imports };
  return {
    tools: described.map(({ descriptor }) => descriptor),
    diagnostics,
    plans: described.map(({ plan }) => plan),
    imports,
  };
}
