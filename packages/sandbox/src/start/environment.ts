// The environment of a sandbox, built from nothing.

import type { ToolsetImage } from "../calls/toolset-image.ts";
import type { Way } from "../levels/way.ts";

/** Folders that are emptied between calls where they are the sandbox's own. */
export const SCRATCH_INSIDE: readonly string[] = ["/tmp", "/dev/shm"];

/** Names that decide how the interpreter itself starts: the toolset's settings do not reach them. */
const RESERVED = /^(PATH|HOME|TMPDIR|LD_.*|NODE_OPTIONS|NODE_PATH|PYTHON.*|BASH_ENV|ENV)$/;

/** The variables that a tool finds. */
export function sandboxEnvironment(image: ToolsetImage, way: Way, temporary: string): Record<string, string> {
  const own = Object.entries(image.env).filter(([name]) => !RESERVED.test(name) && !name.includes("="));
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: way.ownNamespaces ? "/tmp" : temporary,
    ...(way.ownNamespaces ? {} : { TMPDIR: temporary }),
    LANG: "C.UTF-8",
    TZ: process.env.TZ ?? "UTC",
    ...Object.fromEntries(own.filter(([, value]) => !value.includes("\0"))),
  };
}
