// Where this process is, as far as the files of runs are concerned.

import type { Machine } from "../ports/machine.ts";

/** The place whose runs are moved here, beside those that have none. */
export function thisPlace(machine: Machine): string {
  return machine.place?.() ?? machine.identity().machine;
}
