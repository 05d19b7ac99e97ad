// A run's workspace is noted by its path. Where its data folder has been brought to another path since, it is found there.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** As `copyWorkspace` names them, below `work` in the data folder. */
const NAME = /^ws_[0-9a-f]{16}$/;

/** Where the workspace of that path is now: where it was, unless it is in this data folder instead. */
export function workspaceHere(data: string, workspace: string): string {
  const name = basename(workspace);
  if (!NAME.test(name) || basename(dirname(workspace)) !== "work" || existsSync(workspace)) return workspace;
  const here = join(data, "work", name);
  return existsSync(here) ? here : workspace;
}
