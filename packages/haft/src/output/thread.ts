// A thread for people: what is kept with it, then its messages.

import type { ThreadSummary } from "../session/thread.ts";
import { jsonText } from "./json-text.ts";
import { formatMoment } from "./moment.ts";
import type { Paint } from "./paint.ts";
import { plainLine, plainText } from "./plain-text.ts";

/** Ends in a line feed. */
export function formatThread(thread: ThreadSummary, paint: Paint): string {
  const facts = [
    thread.title === undefined ? "" : `title: ${plainLine(thread.title)}`,
    thread.agent === undefined ? "" : `agent: ${plainLine(thread.agent)}`,
    Object.keys(thread.metadata).length === 0 ? "" : `metadata: ${plainLine(jsonText(thread.metadata))}`,
    `began: ${formatMoment(thread.createdAt)}`,
  ].filter((fact) => fact !== "");
  // A scripted run may begin without a word.
  const said = (thread.messages ?? []).filter(({ text }) => text.trim() !== "");
  const messages = said.flatMap(({ role, text, at, runId }) => [
    "",
    `${paint.strong(role)} ${paint.quiet(`· ${formatMoment(at)} · ${runId}`)}`,
    plainText(text),
  ]);
  return `${[paint.strong(thread.id), ...facts.map((fact) => `  ${fact}`), ...messages].join("\n")}\n`;
}
