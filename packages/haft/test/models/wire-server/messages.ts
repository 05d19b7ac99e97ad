// Anthropic's Messages.

import { event, type FormatRules } from "./format.ts";
import { finish, halves, pieces, usage, type WireCall, type WireResponse } from "./reply.ts";

const FINISH = { stop: "end_turn", calls: "tool_use", length: "max_tokens", filter: "refusal" } as const;

const ERRORS: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function typed(data: { readonly type: string }): string {
  return event(data, data.type);
}

function block(index: number, start: object, deltas: readonly object[]): string[] {
  return [
    typed({ type: "content_block_start", ...{ index, content_block: start } }),
    ...deltas.map((delta) => typed({ type: "content_block_delta", ...{ index, delta } })),
    typed({ type: "content_block_stop", ...{ index } }),
  ];
}

function thinking(signature: string): { start: object; deltas: object[] } {
  return {
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      { type: "thinking_delta", thinking: "thought" },
      { type: "signature_delta", signature },
    ],
  };
}

function toolUse({ id, name, arguments: text }: WireCall, index: number): { start: object; deltas: object[] } {
  return {
    start: { type: "tool_use", id: id ?? `toolu_${index}`, name, input: {} },
    deltas: halves(text).map((half) => ({ type: "input_json_delta", partial_json: half })),
  };
}

function events(response: WireResponse, model: string): string[] {
  const { input, output } = usage(response);
  const texts = pieces(response);
  const blocks = [
    ...(response.signature === undefined ? [] : [thinking(response.signature)]),
    ...(texts.length === 0
      ? []
      : [{ start: { type: "text", text: "" }, deltas: texts.map((text) => ({ type: "text_delta", text })) }]),
    ...(response.calls ?? []).map(toolUse),
  ];
  const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], stop_reason: null };
  return [
    typed({ type: "message_start", ...{ message: { ...message, usage: { input_tokens: input, output_tokens: 1 } } } }),
    typed({ type: "ping" }),
    ...blocks.flatMap(({ start, deltas }, index) => block(index, start, deltas)),
    typed({
      type: "message_delta",
      ...{ delta: { stop_reason: FINISH[finish(response)], stop_sequence: null }, usage: { output_tokens: output } },
    }),
    typed({ type: "message_stop" }),
  ];
}

export const messages: FormatRules = {
  format: "messages",
  base: "/v1",
  owns: (path) => path === "/v1/messages",
  events,
  error: ({ status, message = "refused" }) => ({
    type: "error",
    error: { type: ERRORS[status] ?? "api_error", message },
  }),
};
