// OpenAI's Chat Completions, which compatible servers speak.

import { event, type FormatRules } from "./format.ts";
import { finish, halves, pieces, usage, type WireCall, type WireResponse } from "./reply.ts";

const FINISH = { stop: "stop", calls: "tool_calls", length: "length", filter: "content_filter" } as const;

function chunk(model: string, delta: object, end: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: end }];
  return event({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model, choices });
}

function callChunks(model: string, { id, name, arguments: text }: WireCall, index: number): string[] {
  const start = { index, id: id ?? `call_${index}`, type: "function", function: { name, arguments: "" } };
  const rest = halves(text).map((half) => ({ index, function: { arguments: half } }));
  return [start, ...rest].map((one) => chunk(model, { tool_calls: [one] }));
}

function events(response: WireResponse, model: string): string[] {
  const { input, output } = usage(response);
  const used = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return [
    chunk(model, { role: "assistant", content: "" }),
    ...pieces(response).map((content) => chunk(model, { content })),
    ...(response.calls ?? []).flatMap((call, index) => callChunks(model, call, index)),
    chunk(model, {}, FINISH[finish(response)]),
    event({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1_700_000_000,
      model,
      choices: [],
      usage: used,
    }),
    event("[DONE]"),
  ];
}

export const chatCompletions: FormatRules = {
  format: "chat-completions",
  base: "/v1",
  owns: (path) => path === "/v1/chat/completions",
  events,
  error: ({ status, message = "refused" }) => ({
    error: { message, type: "error", param: null, code: String(status) },
  }),
};
