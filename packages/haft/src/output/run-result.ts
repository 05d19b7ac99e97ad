// What an agent run came to, for people: its output on standard output if it was not printed already, the rest beside it.

import type { RunResult } from "../session/run.ts";
import { jsonText } from "./json-text.ts";
import type { OutcomePaint, OutcomeText } from "./outcome.ts";
import { plainText } from "./plain-text.ts";

/** What a result says; its waits are told by whoever knows what the log has of them. */
export function formatRunResult(
  result: RunResult,
  paint: OutcomePaint,
  terminal: boolean,
  hasSaid: (output: unknown) => boolean,
): OutcomeText {
  const facts = [tokens(result), result.runId, result.threadId].filter((fact) => fact !== "").join(" · ");
  switch (result.status) {
    case "completed":
      return { result: outputOf(result, terminal, hasSaid), messages: `${paint.err.good("completed")} · ${facts}\n` };
    case "failed":
      return { result: "", messages: `${errorOf(result, paint)}${paint.err.error("failed")} · ${facts}\n` };
    case "cancelled":
      return { result: "", messages: `${paint.err.warning("cancelled")} · ${facts}\n` };
    case "waiting":
      return { result: "", messages: `${paint.err.warning("waiting")} · ${facts}\n` };
    case "queued":
      return { result: "", messages: `${paint.err.warning("queued")} behind another run of its thread · ${facts}\n` };
  }
}

function outputOf({ output }: RunResult, terminal: boolean, hasSaid: (output: unknown) => boolean): string {
  if (output === undefined || output === null || hasSaid(output)) return "";
  const text = typeof output === "string" ? output : jsonText(output, 2);
  return `${terminal ? plainText(text) : text}\n`;
}

function errorOf({ error }: RunResult, { err }: OutcomePaint): string {
  if (error === undefined) return "";
  const hint = error.hint === undefined ? "" : `${err.strong("hint:")} ${plainText(error.hint)}\n`;
  return `${err.error("error:")} ${plainText(error.type)}: ${plainText(error.message)}\n${hint}`;
}

function tokens({ usage }: RunResult): string {
  return usage === undefined ? "" : `${usage.inputTokens} + ${usage.outputTokens} tokens`;
}
