// The messages of a conversation as turns: what says nothing is left out, and users do not speak twice in a row. Some
// providers and many servers refuse anything else.

import type { ModelMessage } from "@haft/engine";

/** Whether a text has nothing that could be read. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The turns. A user's message that is empty and stands alone stays: something was sent. */
export function turns(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (isSilent(message)) continue;
    if (message.role !== "user" || last?.role !== "user") joined.push(message);
    else joined[joined.length - 1] = { role: "user", text: both(last.text, message.text) };
  }
  return joined;
}

function both(first: string, second: string): string {
  if (isBlank(first)) return second;
  return isBlank(second) ? first : `${first}\n\n${second}`;
}

function isSilent(message: ModelMessage): boolean {
  if (message.role === "user") return false;
  return message.role === "tool" ? message.results.length === 0 : isBlank(message.text) && message.calls.length === 0;
}
