// Whether a wait can still be answered: one whose time has passed is over, also before anybody has written so.

import type { Wait } from "./wait.ts";

/** Whether the time of a wait has passed at `now`, in milliseconds since 1970. */
export function hasPassed({ due, expiresAt }: Pick<Wait, "due" | "expiresAt">, now: number): boolean {
  return [due, expiresAt].some((time) => time !== undefined && Date.parse(time) <= now);
}
