// When a model is asked again after a failure.

import type { ModelReply } from "../../ports/models.ts";
import type { Services } from "../services.ts";

/** How much longer than planned a pause may be, so that workers that failed together do not come back together. */
const SPREAD = 0.25;

/** Milliseconds of the store's clock; null: never. What the provider asked for comes first, within bounds. */
export function retryAt(
  { settings, time, ids }: Pick<Services, "settings" | "time" | "ids">,
  failure: Extract<ModelReply, { kind: "failure" }>,
  attempt: number,
): number | null {
  const pause = settings.modelRetriesMs[attempt - 1];
  if (!failure.retryable || pause === undefined) return null;
  const asked = failure.retryAfterMs;
  if (asked !== undefined) return time.now() + Math.min(Math.max(0, asked), settings.longestRetryMs);
  return time.now() + Math.round(pause * (1 + SPREAD * fraction(ids.next("app"))));
}

/** A number from 0 to 1 out of an id, which nobody can foresee. */
function fraction(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 1009;
  return sum / 1009;
}
