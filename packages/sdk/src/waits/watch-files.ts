// Waiting for a change in the workspace.

import type { TimedWaitOptions } from "./ask-user.ts";
import { checkedTexts, optionalSeconds } from "./checks.ts";
import { observer } from "./observer.ts";
import { makeWait, type Wait } from "./wait.ts";

/**
 * Waits until a file that one of the globs matches is changed, made or removed. Globs are relative to the workspace;
 * without one it throws. The companion's payload is `{ changes: [{ path, event_type, mtime_after }] }`.
 */
export function watchFiles(paths: string | readonly string[], options: TimedWaitOptions = {}): Wait {
  const globs = checkedTexts("watchFiles", "paths", paths);
  if (globs.length === 0)
    throw new RangeError('watchFiles: paths is empty; name at least one glob, for example "**/*.md"');
  for (const glob of globs) {
    if (glob.startsWith("/") || glob.split("/").includes("..")) {
      throw new RangeError(`watchFiles: ${glob} is not relative to the workspace`);
    }
  }
  const timeoutSeconds = optionalSeconds("watchFiles", "timeoutSeconds", options.timeoutSeconds);
  observer()?.filesWatched(globs);
  return makeWait("watchFiles", "files", { paths: globs, timeoutSeconds }, options.meta);
}
