// Effects in a word, so that tables of them can be read.

import type { EventDraft } from "../../src/index.ts";
import type { Effect } from "../../src/state/effects.ts";

/** Its key, or the events it appends with what matters of them. */
export function word(effect: Effect): string {
  return effect.kind === "append" ? effect.events.map(eventWord).join(" ") : effect.key;
}

function eventWord(event: EventDraft): string {
  switch (event.type) {
    case "tool.result":
      return `tool.result(${event.data.error?.type ?? "ok"})`;
    case "run.failed":
      return `run.failed(${event.data.error.type})`;
    case "run.completed":
      return event.data.output === undefined ? event.type : `run.completed(${JSON.stringify(event.data.output)})`;
    case "budget.exceeded":
      return `budget.exceeded(${event.data.limit} ${event.data.used}/${event.data.allowed})`;
    default:
      return event.type;
  }
}
