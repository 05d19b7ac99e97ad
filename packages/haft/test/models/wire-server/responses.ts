// OpenAI's Responses.

import { event, type FormatRules } from "./format.ts";
import { finish, halves, pieces, usage, type WireCall, type WireResponse } from "./reply.ts";

const INCOMPLETE = { length: "max_output_tokens", filter: "content_filter" } as const;

/** Numbers the events as they are made, and keeps the items for the last of them. */
class Stream {
  readonly events: string[] = [];
  readonly output: object[] = [];

  add(type: string, fields: object): void {
    this.events.push(event({ type, sequence_number: this.events.length, ...fields }, type));
  }
}

/** Ends an item. */
function done(stream: Stream, at: object, item: object): void {
  stream.add("response.output_item.done", { ...at, item });
  stream.output.push(item);
}

function addReasoning(stream: Stream, signature: string): void {
  const at = { output_index: stream.output.length };
  const item = { type: "reasoning", id: "rs_1", summary: [] };
  stream.add("response.output_item.added", { ...at, item: { ...item, encrypted_content: "" } });
  done(stream, at, { ...item, encrypted_content: signature });
}

function addText(stream: Stream, texts: readonly string[]): void {
  const at = { output_index: stream.output.length };
  const id = `msg_${at.output_index}`;
  const message = { type: "message", id, role: "assistant" };
  stream.add("response.output_item.added", { ...at, item: { ...message, status: "in_progress", content: [] } });
  const place = { ...at, item_id: id, content_index: 0 };
  const part = { type: "output_text", annotations: [] };
  stream.add("response.content_part.added", { ...place, part: { ...part, text: "" } });
  for (const delta of texts) stream.add("response.output_text.delta", { ...place, delta, logprobs: [] });
  const text = texts.join("");
  stream.add("response.output_text.done", { ...place, text, logprobs: [] });
  stream.add("response.content_part.done", { ...place, part: { ...part, text } });
  done(stream, at, { ...message, status: "completed", content: [{ ...part, text }] });
}

function addCall(stream: Stream, { id, name, arguments: text }: WireCall): void {
  const at = { output_index: stream.output.length };
  const item = { type: "function_call", id: `fc_${at.output_index}`, call_id: id ?? `call_${at.output_index}`, name };
  stream.add("response.output_item.added", { ...at, item: { ...item, arguments: "", status: "in_progress" } });
  const place = { ...at, item_id: item.id };
  for (const delta of halves(text)) stream.add("response.function_call_arguments.delta", { ...place, delta });
  stream.add("response.function_call_arguments.done", { ...place, name, arguments: text });
  done(stream, at, { ...item, arguments: text, status: "completed" });
}

function events(response: WireResponse, model: string): string[] {
  const stream = new Stream();
  const begun = { id: "resp_1", object: "response", created_at: 1_700_000_000, model };
  stream.add("response.created", { response: { ...begun, status: "in_progress", output: [] } });
  stream.add("response.in_progress", { response: { ...begun, status: "in_progress", output: [] } });
  if (response.signature !== undefined) addReasoning(stream, response.signature);
  const texts = pieces(response);
  if (texts.length > 0) addText(stream, texts);
  for (const call of response.calls ?? []) addCall(stream, call);
  const end = finish(response);
  const reason = end === "length" || end === "filter" ? INCOMPLETE[end] : undefined;
  const { input, output } = usage(response);
  const used = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
  const status = reason === undefined ? "completed" : "incomplete";
  const details = reason === undefined ? null : { reason };
  stream.add(`response.${status}`, {
    response: { ...begun, status, incomplete_details: details, output: stream.output, usage: used },
  });
  return stream.events;
}

export const responses: FormatRules = {
  format: "responses",
  base: "/v1",
  owns: (path) => path === "/v1/responses",
  events,
  error: ({ status, message = "refused" }) => ({
    error: { message, type: "error", param: null, code: String(status) },
  }),
};
