// Waiting for something to become true, with a limit after which it is said what was not.

import { setTimeout } from "node:timers/promises";

/** Resolves when `holds` gives true. After `limitMs` it rejects with what `missing` says. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  missing: () => string | Promise<string>,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(await missing());
    await setTimeout(25);
  }
}
