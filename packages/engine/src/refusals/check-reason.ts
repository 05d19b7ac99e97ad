// Why somebody ended something, in their own words: masked like all that people say, and short enough to stand in an event
// for each call that ends with it.

import type { Masker } from "../secrets/masker.ts";
import { EngineError } from "./engine-error.ts";

/** The longest reason, in characters. */
const MAX_REASON = 4_000;

/** The reason as it is written. Throws `invalid_reason`. */
export function checkedReason(given: string, masker: Masker): string {
  const reason = masker.text(given);
  if (reason.length <= MAX_REASON) return reason;
  const message = `the reason has ${reason.length} characters, at most ${MAX_REASON} are taken`;
  throw new EngineError("invalid_reason", message, "say it in short, and where the rest can be read");
}
