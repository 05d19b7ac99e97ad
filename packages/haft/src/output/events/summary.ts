// What an event says, on one line and in words; one kind of event per row of the tables.

import type { RunEvent } from "../../session/run.ts";
import { jsonText } from "../json-text.ts";
import { CALL_EVENTS } from "./call-events.ts";
import type { Summary } from "./kind-summary.ts";
import { MODEL_EVENTS } from "./model-events.ts";
import type { CallNames } from "./names.ts";
import { RUN_EVENTS } from "./run-events.ts";
import { WAIT_EVENTS } from "./wait-events.ts";

const SUMMARIES: Readonly<Record<string, Summary>> = {
  ...RUN_EVENTS,
  ...MODEL_EVENTS,
  ...CALL_EVENTS,
  ...WAIT_EVENTS,
};

/** Whether there are words for a kind of event. */
export function isKnown(type: string): boolean {
  return Object.hasOwn(SUMMARIES, type);
}

/** The words; of a kind that is not known, its data as JSON. */
export function eventSummary(event: RunEvent, names: CallNames): string {
  const summary = isKnown(event.type) ? SUMMARIES[event.type] : undefined;
  return summary === undefined ? jsonText(event.data) : summary(event.data, names.of(event));
}
