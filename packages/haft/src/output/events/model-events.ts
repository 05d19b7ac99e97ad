// Events of a model that was asked.

import { formatDuration } from "../duration.ts";
import { formatMoment } from "../moment.ts";
import type { Summary } from "./kind-summary.ts";
import { after, error, join, moreThanOne, object, objects, shown, text } from "./read-data.ts";

/** Kind of event to its words. */
export const MODEL_EVENTS: Readonly<Record<string, Summary>> = {
  "model.requested": ({ provider, model, step, attempt }) =>
    `${text(provider)}/${text(model)}, step ${shown(step)}${moreThanOne(", attempt ", attempt)}`,
  "model.responded": ({ text: said, calls, finishReason, usage, latencyMs }) =>
    join(
      " · ",
      text(said),
      objects(calls)
        .map((call) => text(call.name))
        .join(", "),
      text(finishReason),
      tokens(object(usage)),
      typeof latencyMs === "number" ? formatDuration(latencyMs) : "",
    ),
  "model.failed": ({ error: failure, retryAt }) =>
    `${error(failure)}${after("; again at ", typeof retryAt === "string" ? formatMoment(retryAt) : "")}`,
};

function tokens({ inputTokens, outputTokens }: ReturnType<typeof object>): string {
  const both = [inputTokens, outputTokens];
  return both.every((count) => typeof count === "number")
    ? `${shown(inputTokens)} + ${shown(outputTokens)} tokens`
    : "";
}
