// Which tools a policy is about.

import { matchesStars } from "@haft/contract/validation";

/** Whether `toolset/tool` is one that a policy's `match` names: `*` stands for any characters but `/`. */
export function matchesTool(match: string, tool: string): boolean {
  const [wantedSet = "", wantedTool = ""] = match.split("/");
  const [toolset = "", ...name] = tool.split("/");
  return name.length === 1 && matchesStars(wantedSet, toolset) && matchesStars(wantedTool, name[0] ?? "");
}
