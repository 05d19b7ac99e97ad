// One event of a run's log on one line.

import type { RunEvent } from "../cli/session.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain-text.ts";
import { cut } from "./table.ts";

const TYPE_WIDTH = 19;

/** Number, time, type and data; cut to `width` columns where there is a terminal. */
export function formatEvent(event: RunEvent, paint: Paint, width: number | undefined): string {
  const lead = `${String(event.seq).padStart(4)}  ${event.at}  ${event.type.padEnd(TYPE_WIDTH)}  `;
  const data = plainLine(JSON.stringify(event.data));
  const line = cut(lead + data, width);
  const type = event.type.endsWith("failed") || event.type.endsWith("error") ? paint.error : paint.name;
  return `${line.slice(0, lead.length).replace(event.type, type(event.type))}${paint.quiet(line.slice(lead.length))}\n`;
}
