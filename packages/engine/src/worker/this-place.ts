// Where this process is, as far as the files of runs are concerned.

import type { Machine } from "../ports/machine.ts";

/** The place whose runs are moved here, beside those that have none. */
export function thisPlace(machine: Machine): string {
  return machine.place?.() ?? machine.identity().machine;
}

/** Whether the files of a run of that place are here. */
export function isHere(machine: Machine, place: string | null): boolean {
  return place === null || place === thisPlace(machine);
}
