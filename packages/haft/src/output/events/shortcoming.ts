// What a model's answer lacks, where it ended before its end or says nothing: a run that goes well by all else would hide it.

import type { JsonObject } from "@haft/sdk/wire";
import { objects, text } from "./read-data.ts";

/** In words; undefined where it lacks nothing, or where its calls tell. */
export function shortcomingOf({ text: said, calls, finishReason }: JsonObject): string | undefined {
  if (objects(calls).length > 0) return undefined;
  switch (text(finishReason)) {
    case "length":
      return "stopped at its limit for one answer, which is cut short: haft model set ID --max-output-tokens N gives a saved model more";
    case "filter":
      return "was stopped by its provider's content filter: the answer is not whole";
    default:
      return text(said).trim() === "" ? "said nothing, and asked for nothing" : undefined;
  }
}
