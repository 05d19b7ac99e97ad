// The built-in tools.

import type { BuiltinTool } from "./builtin-tool.ts";
import { listFiles } from "./list-files.ts";
import { loadSkill } from "./load-skill.ts";
import { readFile } from "./read-file.ts";

export { BUILTIN, type BuiltinTool } from "./builtin-tool.ts";

/** By name. */
export const BUILTIN_TOOLS: ReadonlyMap<string, BuiltinTool> = new Map(
  [listFiles, readFile, loadSkill].map((tool) => [tool.descriptor.name, tool]),
);
