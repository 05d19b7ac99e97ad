// Options as written: unknown ones (501), a bad time-out (502), values that are not literals of their type (503).

import { nearest } from "../diagnostics/nearest.ts";
import type { FunctionModel, OptionModel } from "../model/function.ts";
import { code, codes, type Describing } from "./describing.ts";
import { LONGEST_TIMEOUT, TOOL_OPTIONS, type ToolOptions } from "./tool-options.ts";

/** The name that a tool has: the option's where it gives one. */
export function nameOf(tool: FunctionModel): string {
  const option = tool.options.findLast((one) => one.name === "name")?.value;
  return option?.literal === true && typeof option.value === "string" && option.value !== ""
    ? option.value
    : tool.toolName;
}

/** How unknown options are told: what they should be called, or which there are. */
export function unknownOption(
  option: OptionModel,
  known: readonly string[],
  of: string,
): { message: string; hint: string } {
  if (option.name === "*")
    return {
      message: `${of} takes no positional arguments, and ${code(option.value.text)} is one`,
      hint: `give every option by its name: ${codes(known)}`,
    };
  if (option.name === "**")
    return {
      message: `${of} does not take its options from ${code(option.value.text)}`,
      hint: `write every option out: ${codes(known)}`,
    };
  const meant = nearest(option.name, known);
  return {
    message: `${of} has no option ${code(option.name)}`,
    hint: meant === undefined ? `its options are ${codes(known)}` : `did you mean ${code(meant)}?`,
  };
}

/** Reads the options of a tool and reports every one that is wrong. */
export function checkOptions(tool: FunctionModel, name: string, describing: Describing): ToolOptions {
  const { findings, language } = describing;
  const known = TOOL_OPTIONS.map((kind) => kind[language]);
  let options: ToolOptions = { annotations: {} };
  for (const option of tool.options) {
    const { span } = option;
    const kind = TOOL_OPTIONS.find((one) => one[language] === option.name);
    if (kind === undefined) {
      findings.add({ code: "HAFT501", span, tool: name, ...unknownOption(option, known, code(name)) });
      continue;
    }
    const reading = option.value.literal ? kind.read(option.value.value, language) : undefined;
    if (reading !== undefined && "options" in reading) {
      const annotations = { ...options.annotations, ...reading.options.annotations };
      options = { ...options, ...reading.options, annotations };
      continue;
    }
    const isTimeout = kind.typescript === "timeoutSeconds";
    const expected =
      reading?.expected ?? (isTimeout ? `a number literal above 0 and at most ${LONGEST_TIMEOUT}` : "a literal");
    const example = reading?.example ?? "";
    findings.add({
      code: isTimeout ? "HAFT502" : "HAFT503",
      span,
      tool: name,
      message: `${code(name)}: the option ${code(option.name)} is ${code(option.value.text)}, which is not ${expected}`,
      hint: optionHint(option, example, language === "python" ? "=" : ": "),
    });
  }
  return options;
}

function optionHint(option: OptionModel, example: string, sign: string): string {
  return example === ""
    ? `write the value itself in place of ${code(option.value.text)}: options are read without running the source`
    : `write, for example, ${code(`${option.name}${sign}${example}`)}`;
}
