// The limits that a process sets on itself before it runs anything of a tool.

import { availableParallelism } from "node:os";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import { hardLimits } from "./hard-limits.ts";

const MIB = 1024 * 1024;
const DESCRIPTORS = 256;
/** Threads and processes. */
const TASKS = 64;
const FILE_BYTES = 64 * MIB;
/** Half of this would allow 13 threads: stacks and arenas are reserved, not used. */
const PYTHON_ADDRESS_SPACE = 4096 * MIB;
/** What Node reserves beyond what it uses. */
const NODE_ADDRESS_SPACE = 1536 * MIB;

/** What decides about limits besides the image. */
export interface LimitSurroundings {
  /** Whether the sandbox's user is counted alone: in a user namespace of its own. Outside, all processes of the user share the count. */
  readonly ownUserCount: boolean;
  /** Whether a cgroup bounds the memory of everything in the sandbox. */
  readonly memoryGroup: boolean;
}

let processors: number | undefined;

/** How many processors this process may use. Asked once: the answer comes from the files of control groups, at each start. */
function ownProcessors(): number {
  processors ??= availableParallelism();
  return processors;
}

/** Seconds of processor time that a call may use. */
export function processorSeconds(timeoutSeconds: number, processors = ownProcessors()): number {
  return Math.ceil((timeoutSeconds + 1) * processors);
}

/** Limits by name; soft and hard alike. `hard`: what the server itself is under. */
export function processLimits(
  image: ToolsetImage,
  surroundings: LimitSurroundings,
  hard: Readonly<Record<string, number>> = hardLimits(),
): Record<string, number> {
  const addressSpace = image.language === "python" ? PYTHON_ADDRESS_SPACE : image.memoryMiB * MIB + NODE_ADDRESS_SPACE;
  const wanted: Record<string, number> = {
    RLIMIT_CORE: 0,
    RLIMIT_NOFILE: DESCRIPTORS,
    RLIMIT_FSIZE: FILE_BYTES,
    // A process with `reuse` serves calls for as long as it is wanted; each call has its wall clock.
    ...(image.reuse ? {} : { RLIMIT_CPU: processorSeconds(image.timeoutSeconds) }),
    ...(surroundings.ownUserCount ? { RLIMIT_NPROC: TASKS } : {}),
    ...(surroundings.memoryGroup ? {} : { RLIMIT_AS: addressSpace }),
  };
  // Raising a limit of one's own is refused, and the sandbox would not start.
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, Math.min(value, hard[name] ?? value)]),
  );
}

/** The same as arguments of `prlimit`. */
export function prlimitArguments(limits: Readonly<Record<string, number>>): string[] {
  return Object.entries(limits).map(
    ([name, value]) => `--${name.slice("RLIMIT_".length).toLowerCase()}=${value}:${value}`,
  );
}
