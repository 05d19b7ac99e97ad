// An Outcome for people: the value on standard output, everything about the call on standard error.

import type { LogLine } from "../session/move-observer.ts";
import type { CallFacts, Outcome } from "../session/outcome.ts";
import { formatDuration } from "./duration.ts";
import { jsonText } from "./json-text.ts";
import type { Paint } from "./paint.ts";
import { plainText } from "./plain-text.ts";

/** Text for the two streams, each empty or ending in a line feed. */
export interface OutcomeText {
  readonly result: string;
  readonly messages: string;
}

/** Paints for the two streams. */
export interface OutcomePaint {
  readonly out: Paint;
  readonly err: Paint;
}

/** What an Outcome says. `terminal`: the result goes to a terminal, so that nothing in it may drive it. */
export function formatOutcome(
  outcome: Outcome,
  { sharesNetwork, raisedAt }: CallFacts,
  paint: OutcomePaint,
  terminal: boolean,
): OutcomeText {
  const level = `isolation ${outcome.isolation}${sharesNetwork ? ", shared network" : ""}`;
  const facts = [...(outcome.isolation === null ? [] : [level]), outcome.runId].join(" · ");
  const spent = formatDuration(outcome.durationMs);
  switch (outcome.status) {
    case "completed": {
      const text = outcome.value === undefined ? "" : `${formatValue(outcome.value)}\n`;
      return {
        result: terminal ? plainText(text) : text,
        messages: `${paint.err.good("completed")} in ${spent} · ${facts}\n`,
      };
    }
    case "failed":
      return {
        result: "",
        messages: `${formatError(outcome.error, raisedAt, paint.err)}${paint.err.error("failed")} after ${spent} · ${facts}\n`,
      };
    case "cancelled":
      return { result: "", messages: `${paint.err.warning("cancelled")} after ${spent} · ${facts}\n` };
    case "waiting":
      // What it waits for is told by whoever knows what the log has of it.
      return { result: "", messages: `${paint.err.warning("waiting")} after ${spent} · ${facts}\n` };
  }
}

/** Text as it is, everything else as indented JSON. */
function formatValue(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value, 2);
}

/** The error's type and message, the line that raised it, and the hint; ends in a line feed, or is empty. */
function formatError(error: Outcome["error"], raisedAt: string | undefined, paint: Paint): string {
  if (!error) return "";
  const at = raisedAt === undefined ? "" : `  at ${plainText(raisedAt)}\n`;
  const hint = error.hint === undefined ? "" : `${paint.strong("hint:")} ${plainText(error.hint)}\n`;
  return `${paint.error("error:")} ${plainText(error.type)}: ${plainText(error.message)}\n${at}${hint}`;
}

/** A line that a tool wrote, as it is shown while the call runs. */
export function formatLogLine(line: LogLine, paint: Paint): string {
  const label = line.stream === "warning" ? paint.warning("warning") : paint.quiet(line.stream);
  return `${label} ${paint.quiet("|")} ${plainText(line.text)}\n`;
}

/** How far a call says it is. */
export function formatProgress(fraction: number | undefined, message: string | undefined, paint: Paint): string {
  const parts = [fraction === undefined ? "" : `${Math.round(fraction * 100)} %`, plainText(message ?? "")];
  return `${paint.quiet("progress |")} ${parts.filter((part) => part !== "").join(" ")}\n`;
}
