// One event of a run's log on one line.

import type { RunEvent } from "../session/run.ts";
import { CallNames } from "./events/names.ts";
import { eventSummary } from "./events/summary.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain-text.ts";
import { cut } from "./table.ts";

const TYPE_WIDTH = 21;

/** A printer of the events of one run, in their order. */
export function eventLines(paint: Paint, width: number | undefined): (event: RunEvent) => string {
  const names = new CallNames();
  return (event) => {
    if (event.unreadable === undefined) names.hear(event);
    return formatEvent(event, names, paint, width);
  };
}

/** Number, time, type and what it says; cut to `width` columns where there is a terminal. */
function formatEvent(event: RunEvent, names: CallNames, paint: Paint, width: number | undefined): string {
  const name = plainLine(event.type);
  const lead = `${String(event.seq).padStart(4)}  ${event.at}  ${name.padEnd(TYPE_WIDTH)}  `;
  const { unreadable } = event;
  const says = unreadable === undefined ? eventSummary(event, names) : `cannot be read: ${unreadable}`;
  const line = cut(lead + plainLine(says), width).trimEnd();
  const isBad = unreadable !== undefined || /(?:failed|error|exceeded)$/.test(event.type);
  const type = isBad ? paint.error : paint.name;
  return `${line.slice(0, lead.length).replace(name, type(name))}${paint.quiet(line.slice(lead.length))}\n`;
}
