// What a worker did with a run: that it ended, or that it waits now.

import type { RunEvent } from "../session/run.ts";
import { error, join, text } from "./events/read-data.ts";
import { formatMoment } from "./moment.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain-text.ts";
import { cut } from "./table.ts";

/** One line of a worker. */
export interface Work {
  readonly runId: string;
  readonly at: string;
  readonly status: "completed" | "failed" | "cancelled" | "waiting";
  /** `toolset/tool` of the call that waits, or of the last that was made. */
  readonly tool?: string;
  /** Id of the wait. */
  readonly wait?: string;
  /** `type: message` */
  readonly error?: string;
}

/** What an event means for a worker's list; undefined: nothing. */
export function workOf(runId: string, { type, at, data }: RunEvent, tool: string | undefined): Work | undefined {
  const base = { runId, at, ...(tool === undefined ? {} : { tool }) };
  switch (type) {
    case "run.completed":
      return { ...base, status: "completed" };
    case "run.failed":
      return { ...base, status: "failed", error: error(data.error) };
    case "run.cancelled":
      return { ...base, status: "cancelled" };
    case "tool.parked":
    case "approval.requested":
      return { ...base, status: "waiting", wait: text(data.waitId) };
    default:
      return undefined;
  }
}

/** Ends in a line feed. */
export function formatWork(work: Work, paint: Paint, width: number | undefined): string {
  const colour = { completed: paint.good, failed: paint.error, cancelled: paint.warning, waiting: paint.warning };
  const lead = `${formatMoment(work.at)}  ${work.runId}  `;
  const rest = join(": ", join(" ", work.tool ?? "", work.wait ?? ""), work.error ?? "");
  const line = cut(plainLine(`${lead}${work.status.padEnd(9)}  ${rest}`), width).trimEnd();
  return `${line.slice(0, lead.length)}${line.slice(lead.length).replace(work.status, colour[work.status])}\n`;
}
