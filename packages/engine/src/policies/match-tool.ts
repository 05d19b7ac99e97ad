// Which tools a policy is about.

/** Whether `toolset/tool` is one that a policy's `match` names: `*` stands for any characters but `/`. */
export function matchesTool(match: string, tool: string): boolean {
  const [wantedSet = "", wantedTool = ""] = match.split("/");
  const [toolset = "", ...name] = tool.split("/");
  return name.length === 1 && matchesName(wantedSet, toolset) && matchesName(wantedTool, name[0] ?? "");
}

/** One `*` is tried at a time, the last: going back further cannot help, so that the time is bounded by both lengths. */
function matchesName(pattern: string, name: string): boolean {
  let [at, inName, star, starInName] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[at] === "*") {
      star = at;
      starInName = inName;
      at += 1;
    } else if (pattern[at] === name[inName]) {
      at += 1;
      inName += 1;
    } else if (star >= 0) {
      at = star + 1;
      starInName += 1;
      inName = starInName;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
