// The tools of a module as a hint lists them, where something named none.

import type { FunctionModel } from "../model/function.ts";
import { nameOf } from "./check-options.ts";
import { code, type Describing } from "./describing.ts";

/** What the tool is called, and the function to name where that is called something else. */
function shown(tool: FunctionModel): string {
  const name = nameOf(tool);
  return name === tool.name ? code(name) : `${code(name)} (the function ${code(tool.name)})`;
}

/** The tools of the module, each once; companions, which were not meant as tools, left out. Undefined: it has none. */
export function toolList({ model }: Describing): string | undefined {
  const companions = new Set(model.resumes.map(({ companion }) => companion.name));
  const tools = new Map<string, FunctionModel>();
  for (const tool of model.tools) {
    const name = nameOf(tool);
    if (name !== "" && !companions.has(tool.name) && !tools.has(name)) tools.set(name, tool);
  }
  return tools.size === 0 ? undefined : `its tools are ${[...tools.values()].map(shown).join(", ")}`;
}
