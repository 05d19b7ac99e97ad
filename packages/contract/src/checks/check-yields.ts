// Companions and waits: what `resumes` names (401, 402), how many (403), their parameters (404), where they stand (406),
// that they are no tools (407); tools that wait without one (405), waits that are not returned (408).

import type { ResumePlan } from "@haft/sdk/wire";
import { nearest } from "../diagnostics/nearest.ts";
import type { FunctionModel, HelperCall, OptionModel, ResumesModel } from "../model/function.ts";
import type { PlannedCompanion } from "../plan/tool-plan.ts";
import { unknownOption } from "./check-options.ts";
import { code, type Describing, unframed } from "./describing.ts";
import { toolList } from "./tool-list.ts";

/** A tool with the name that it has been given. */
export interface NamedTool {
  readonly tool: FunctionModel;
  readonly name: string;
}

const ENDS = ["answer", "timeout", "cancel"] as const;
type End = (typeof ENDS)[number];

function isEnd(value: unknown): value is End {
  return ENDS.some((end) => end === value);
}

function resumesOf(name: string, describing: Describing): string {
  return describing.language === "python" ? `@resumes(${name})` : `resumes(${name}, …)`;
}

function checkTarget(
  resumes: ResumesModel,
  tools: readonly NamedTool[],
  describing: Describing,
): NamedTool | undefined {
  const { findings, model } = describing;
  const { span, target } = resumes;
  if (target === undefined) {
    const example = tools[0]?.tool.name ?? "my_tool";
    findings.add({
      code: "HAFT402",
      span,
      message: "`resumes` does not name a function: what it is for must be a plain function name",
      hint: `name the tool: ${code(resumesOf(example, describing))}`,
    });
    return undefined;
  }
  const found = tools.find(({ tool }) => tool.name === target);
  // A tool whose signature is at fault is missing among them; nothing else is said of it.
  if (found !== undefined || model.tools.some((tool) => tool.name === target)) return found;
  const names = tools.map(({ tool }) => tool.name);
  const meant = nearest(target, names);
  const exists = model.names.includes(target);
  findings.add({
    code: "HAFT401",
    span,
    message: `${code(resumesOf(target, describing))}: ${code(target)} is ${exists ? "a function of this module, but not a tool" : "not a tool of this module"}`,
    hint: meant === undefined ? (toolList(describing) ?? "this module has no tools") : `did you mean ${code(meant)}?`,
  });
  return undefined;
}

function checkCompanion(
  resumes: ResumesModel,
  { tool, name }: NamedTool,
  tools: readonly NamedTool[],
  describing: Describing,
): void {
  const { findings, language } = describing;
  const { companion, span } = resumes;
  const of =
    companion.name === undefined
      ? `the companion of ${code(name)}`
      : `${code(companion.name)}, the companion of ${code(name)},`;
  const called = companion.name === undefined ? "the companion" : code(companion.name);
  if (resumes.aboveTarget)
    findings.add({
      code: "HAFT406",
      span,
      tool: name,
      message: `${called} stands above ${code(tool.name)}, the tool that it resumes: the module would fail when it is loaded`,
      hint: `move it below ${code(tool.name)}`,
    });
  if (tools.some((other) => other.tool.name === companion.name)) {
    findings.add({
      code: "HAFT407",
      span,
      tool: name,
      message: `${called} is the companion of ${code(name)} and a tool itself`,
      hint:
        language === "python"
          ? `take the decorator of the tool off ${called}, or write another companion`
          : `do not export ${called}, or tag it \`@internal\``,
    });
    return;
  }
  if (companion.parameterFault === undefined) return;
  const signature = language === "python" ? `def ${companion.name ?? "after"}(payload, meta):` : "(payload, meta) => …";
  findings.add({
    code: "HAFT404",
    span: companion.span,
    tool: name,
    message: `${of} ${unframed(companion.parameterFault)}`,
    hint: `a companion takes the payload and the meta data of the wait, and may take \`ctx\`: ${code(signature)}`,
  });
}

interface ResumeOptions {
  readonly on: ResumePlan["on"];
  readonly idempotent: boolean;
}

function checkResumeOption(option: OptionModel, name: string, describing: Describing): Partial<ResumeOptions> {
  const { findings, language } = describing;
  const base = { span: option.span, tool: name };
  if (option.name !== "on" && option.name !== "idempotent") {
    findings.add({ code: "HAFT501", ...base, ...unknownOption(option, ["on", "idempotent"], "`resumes`") });
    return {};
  }
  const value = option.value.literal ? option.value.value : undefined;
  if (option.name === "idempotent" && typeof value === "boolean") return { idempotent: value };
  if (option.name === "on" && Array.isArray(value) && value.length > 0 && value.every(isEnd))
    return { on: [...new Set(value)] };
  const expected =
    option.name === "on"
      ? 'a list of "answer", "timeout" and "cancel"'
      : language === "python"
        ? "`True` or `False`"
        : "`true` or `false`";
  const sign = language === "python" ? "=" : ": ";
  const example = option.name === "on" ? '["answer", "timeout"]' : language === "python" ? "True" : "true";
  findings.add({
    code: "HAFT503",
    ...base,
    message: `\`resumes\` of ${code(name)}: the option ${code(option.name)} is ${code(option.value.text)}, which is not ${expected}`,
    hint: `write, for example, ${code(`${option.name}${sign}${example}`)}`,
  });
  return {};
}

function reportDropped(calls: readonly HelperCall[], name: string, describing: Describing): void {
  const isPython = describing.language === "python";
  for (const call of calls) {
    if (!call.dropped) continue;
    describing.findings.add({
      code: "HAFT408",
      span: call.span,
      tool: name,
      message: `${code(name)}: the wait of ${code(`${call.text}(…)`)} is not returned, so that nothing waits`,
      hint: `return it: ${code(`return ${call.text}(…)`)}${isPython ? "" : ";"}`,
    });
  }
}

function linesToPaste(tool: FunctionModel, describing: Describing): string {
  if (describing.language === "python") {
    const name = `${tool.name.startsWith("_") ? "" : "_"}${tool.name}_resume`;
    return `@resumes(${tool.name})\ndef ${name}(payload, meta):\n    return payload`;
  }
  return `resumes(${tool.name}, (payload, meta) => payload);`;
}

function reportNoCompanion({ tool, name }: NamedTool, describing: Describing): void {
  const [first] = tool.helperCalls;
  if (first === undefined) return;
  const imported = describing.language === "python" ? "" : ", with `resumes` imported from `haft`";
  describing.findings.add({
    code: "HAFT405",
    span: tool.span,
    tool: name,
    message: `${code(name)} waits (${code(`${first.text}(…)`)}, line ${first.span.line}) and has no companion that goes on afterwards`,
    hint: `write below it${imported}:\n${linesToPaste(tool, describing)}`,
  });
}

/** Checks everything about waiting; gives the companion of each tool that has one. */
export function checkYields(
  tools: readonly NamedTool[],
  describing: Describing,
): ReadonlyMap<FunctionModel, PlannedCompanion> {
  const companions = new Map<FunctionModel, PlannedCompanion>();
  const lines = new Map<FunctionModel, number>();
  for (const resumes of describing.model.resumes) {
    const found = checkTarget(resumes, tools, describing);
    if (found === undefined) continue;
    const before = lines.get(found.tool);
    if (before !== undefined) {
      describing.findings.add({
        code: "HAFT403",
        span: resumes.span,
        tool: found.name,
        message: `a second companion for ${code(found.name)}; the first is in line ${before}`,
        hint: "keep one; it can look at the payload and decide",
      });
    }
    checkCompanion(resumes, found, tools, describing);
    reportDropped(resumes.companion.helperCalls, found.name, describing);
    const options = resumes.options.map((option) => checkResumeOption(option, found.name, describing));
    if (before !== undefined) continue;
    lines.set(found.tool, resumes.span.line);
    const { on, idempotent }: ResumeOptions = Object.assign({ on: ["answer"], idempotent: false }, ...options);
    const { name, takesContext, returns } = resumes.companion;
    companions.set(found.tool, {
      ...(name === undefined ? {} : { function: name }),
      takesContext,
      on,
      idempotent,
      ...(returns === undefined ? {} : { returns }),
    });
  }
  for (const named of tools) {
    reportDropped(named.tool.helperCalls, named.name, describing);
    if (!companions.has(named.tool)) reportNoCompanion(named, describing);
  }
  return companions;
}
