// From the events of a run to the messages of its conversation.

import type { EventOf, RunEvent } from "../../events/event.ts";
import type { Json } from "../../json/json.ts";
import type { ModelMessage } from "../../ports/models.ts";

const SPOKEN = ["message.user", "model.responded", "tool.called", "tool.result"] as const;

/** An event out of which messages are made. */
export type Spoken = { readonly [T in (typeof SPOKEN)[number]]: EventOf<T> }[(typeof SPOKEN)[number]];

/** Whether events of a kind are part of a conversation. */
export function isSpokenType(type: string): boolean {
  return SPOKEN.some((spoken) => spoken === type);
}

/** Whether an event is part of a conversation. */
export function isSpoken(event: RunEvent): event is Spoken {
  return isSpokenType(event.type);
}

type Called = EventOf<"tool.called">["data"];
type Result = EventOf<"tool.result">["data"];

/** The messages, in their order; the results of one response's calls are in the order in which the model asked for them. */
export function messagesOf(events: readonly Spoken[]): readonly ModelMessage[] {
  const results = new Map<string, Result>();
  const called = new Map<string, Called>();
  for (const { type, data } of events) {
    if (type === "tool.result") results.set(data.callId, data);
    if (type === "tool.called" && data.step !== undefined) called.set(place(data.step, data.ordinal), data);
  }
  return events.flatMap((event): readonly ModelMessage[] => {
    if (event.type === "message.user") return [{ role: "user", text: userText(event.data) }];
    return event.type === "model.responded" ? response(event.data, called, results) : [];
  });
}

/** What a response said and asked for, with what came of it. A call that was never written, or has no result, is left out: no model takes one. */
function response(
  { step, text, calls, carry }: EventOf<"model.responded">["data"],
  called: ReadonlyMap<string, Called>,
  results: ReadonlyMap<string, Result>,
): readonly ModelMessage[] {
  const settled = calls.flatMap((call, index) => {
    const callId = called.get(place(step, index + 1))?.callId;
    const result = callId === undefined ? undefined : results.get(callId);
    return result === undefined ? [] : [{ call, result }];
  });
  if (settled.length === 0) return text === "" ? [] : [{ role: "assistant", text, calls: [] }];
  const kept = settled.length === calls.length && carry !== undefined ? { carry } : {};
  return [
    { role: "assistant", text, calls: settled.map(({ call }) => call), ...kept },
    {
      role: "tool",
      results: settled.map(({ call, result }) => ({
        callId: call.id,
        name: call.name,
        ok: result.ok,
        value: shown(result),
      })),
    },
  ];
}

function shown({ ok, value, error }: Result): Json {
  return ok ? (value ?? null) : { error: error?.message ?? "the call failed" };
}

function place(step: number, ordinal: number): string {
  return `${step}/${ordinal}`;
}

function userText({ text, attachments = [] }: EventOf<"message.user">["data"]): string {
  const attached = attachments.map(({ name, mimeType, path }) => `[attached: ${name} (${mimeType}) at ${path}]`);
  return [text, ...attached].join("\n");
}
