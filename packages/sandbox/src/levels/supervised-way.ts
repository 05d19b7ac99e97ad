// Levels `seccomp` and `rlimit-only`: no namespaces; a supervisor ends the command with everything that it started.

import { fileURLToPath } from "node:url";
import { placeOutside } from "../images/mount.ts";
import type { IsolationLevel } from "./level.ts";
import type { Way } from "./way.ts";

const FIRST_DESCRIPTOR = 3;

/** The supervisor's source. */
export const SUPERVISOR = fileURLToPath(new URL("./supervisor.py", import.meta.url));

/**
 * The filter, Landlock and the limits are set by the command itself before it becomes the tool's process. The supervisor is
 * there for as long as anything that it started, and carries the mark for all of it.
 */
export function supervisedWay(
  level: Exclude<IsolationLevel, "namespaces">,
  python: string,
  supervisor: string,
  mark = "",
): Way {
  return {
    name: level,
    level,
    place: placeOutside,
    ownNamespaces: false,
    ownUserCount: false,
    status: false,
    rootLauncher: false,
    start(command) {
      const gate = FIRST_DESCRIPTOR + command.sockets.length;
      return {
        program: python,
        arguments: ["-I", "-S", "-B", supervisor, mark, String(gate), command.temporary, ...command.line],
        environment: command.environment,
        descriptors: [...command.sockets.map((name) => ({ kind: "socket" as const, name })), { kind: "gate" }],
        ending: "gate",
      };
    },
  };
}
