// Which calls a policy would have matched.

import type { Session } from "../session/session.ts";
import { count } from "./count.ts";
import type { Paint } from "./paint.ts";
import { formatTable } from "./table.ts";

type Tried = Awaited<ReturnType<Session["testPolicy"]>>;

/** A row for each call, and how many matched; ends in a line feed. */
export function formatMatches(calls: Tried, paint: Paint, width: number | undefined): string {
  const rows = calls.map(({ runId, callId, tool, matches, error }) => [
    runId,
    callId,
    tool,
    error === undefined ? (matches ? "matches" : "–") : `fails: ${error}`,
  ]);
  const matching = calls.filter((call) => call.matches).length;
  return `${formatTable(["run", "call", "tool", ""], rows, paint, width)}${matching} of ${count(calls.length, "call")} would match\n`;
}
