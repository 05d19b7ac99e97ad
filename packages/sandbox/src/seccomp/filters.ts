// Which filter is in force where.

import type { Architecture } from "./architecture.ts";
import { BASE_RULES } from "./base-rules.ts";
import { assembleFilter } from "./filter.ts";
import { NO_NETWORK } from "./network-rules.ts";
import { LEAVE_THE_PARENT, NO_NEW_PROCESSES, NO_PROGRAMS } from "./process-rules.ts";
import type { Rule } from "./rule.ts";

/** What decides about the filter of a sandbox. */
export interface FilterChoice {
  readonly language: "typescript" | "python";
  /** Whether the tool may start other programs. */
  readonly subprocess: boolean;
  /** Whether the filter itself refuses the network (where no namespace does). */
  readonly refuseNetwork: boolean;
  /** Whether it also refuses other programs: where the process sets it on itself when it has started. Default false. */
  readonly refusePrograms?: boolean;
}

/** In force from the first instruction of the sandbox; inherited by everything in it. */
export function outerFilter(architecture: Architecture, choice: FilterChoice): Uint8Array {
  const rules: Rule[] = [...BASE_RULES];
  // Python forks each call; Node is one process, with threads.
  if (choice.language === "typescript" && !choice.subprocess) rules.push(...NO_NEW_PROCESSES);
  if (choice.refusePrograms) rules.push(...NO_PROGRAMS);
  if (choice.refuseNetwork) rules.push(...NO_NETWORK);
  return assembleFilter(architecture, rules);
}

/** Installed by Python's parent before it loads the module: no other program. Undefined where programs are granted. */
export function pythonParentFilter(architecture: Architecture, subprocess: boolean): Uint8Array | undefined {
  return subprocess ? undefined : assembleFilter(architecture, NO_PROGRAMS);
}

/** Installed by each Python child before it reads its call: no way to its parent, and no processes unless granted. */
export function pythonChildFilter(architecture: Architecture, subprocess: boolean): Uint8Array {
  return assembleFilter(architecture, [...LEAVE_THE_PARENT, ...(subprocess ? [] : NO_NEW_PROCESSES)]);
}
