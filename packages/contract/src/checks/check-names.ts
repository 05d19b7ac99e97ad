// Names of tools: two of one name (104), reserved ones (105), ones that no model could call (106).

import type { FunctionModel } from "../model/function.ts";
import { code, type Describing } from "./describing.ts";

/** Names that Haft's own tools have. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "list_files",
  "read_file",
  "write_file",
  "edit_file",
  "search",
  "execute",
  "load_skill",
  "ask_user",
  "create_toolset",
  "update_toolset_source",
  "check_toolset",
  "list_toolsets",
  "haft_check_call",
]);

const OF_FUNCTION = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const OF_OPTION = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Whether a name is one that a tool may have by an option or in a definition. */
export function isToolName(name: string): boolean {
  return OF_OPTION.test(name);
}

/** A name made to fit. */
export function fittingName(name: string): string {
  const fitting = name
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 64);
  return fitting === "" ? "my_tool" : fitting;
}

function nameOption(name: string, describing: Describing): string {
  return describing.language === "python" ? `name="${name}"` : `name: "${name}"`;
}

function checkForm(tool: FunctionModel, name: string, describing: Describing): void {
  const { findings } = describing;
  const { span } = tool;
  const given = name !== tool.toolName;
  if (name === "") {
    findings.add({
      code: "HAFT106",
      span,
      message: "the default export is a function without a name, so that its tool has none",
      hint: "give the function a name: `export default function lookUp(…)`",
    });
  } else if (!(given ? OF_OPTION : OF_FUNCTION).test(name)) {
    const long = name.length > 64 ? `${name.length} characters, and 64 is the most` : "a name that models do not take";
    findings.add({
      code: "HAFT106",
      span,
      tool: name,
      message: `${code(name)} is ${long}: a letter, then letters, digits and \`_\`${given ? " or `-`" : ""}`,
      hint: `call it ${code(fittingName(name))}, or give a name with the option ${code(nameOption(fittingName(name), describing))}`,
    });
  } else if (RESERVED_NAMES.has(name)) {
    findings.add({
      code: "HAFT105",
      span,
      tool: name,
      message: `${code(name)} is the name of a tool of Haft's own`,
      hint: `call it something else, for example ${code(nameOption(`my_${name}`, describing))}`,
    });
  }
}

/** Checks the names of all tools of a module. */
export function checkNames(tools: readonly { tool: FunctionModel; name: string }[], describing: Describing): void {
  const first = new Map<string, FunctionModel>();
  for (const { tool, name } of tools) {
    checkForm(tool, name, describing);
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, tool);
      continue;
    }
    describing.findings.add({
      code: "HAFT104",
      span: tool.span,
      tool: name,
      message: `a second tool with the name ${code(name)}; the first is in line ${other.span.line}`,
      hint: `rename one, for example with the option ${code(nameOption(`${name}_2`, describing))}`,
    });
  }
}
