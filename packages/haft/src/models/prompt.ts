// A conversation as the AI SDK's providers take it. What some provider refuses is mended here: empty texts, arguments that
// are no object, errors inside of errors.

import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import type { Provider } from "@haft/contract";
import type { Json, ModelCall, ModelMessage, ModelRequest } from "@haft/engine";
import { isObject } from "@haft/engine/ports";
import { carriedParts } from "./carry.ts";
import { withSoundCalls } from "./sound-calls.ts";
import { isBlank, turns } from "./turns.ts";

/** Whose prompt it is. */
interface Reader {
  readonly provider: Provider;
  readonly model: string;
}

/** What stands for a message that has no text: providers refuse an empty one, and a model must see that there was one. */
const NO_TEXT = "(no text)";

/** The whole prompt of a request. */
export function prompt({ instructions, messages, tools }: ModelRequest, reader: Reader): LanguageModelV4Prompt {
  const system: LanguageModelV4Message[] = isBlank(instructions) ? [] : [{ role: "system", content: instructions }];
  const whole = withSoundCalls([...system, ...turns(messages).map((message) => convert(message, reader))]);
  return reader.provider === "anthropic" && tools.length > 0 ? cached(whole) : whole;
}

/**
 * Where there are tools, the same conversation is sent again with every step. The other providers notice by themselves;
 * Anthropic wants to be told up to where to remember it.
 */
function cached(whole: LanguageModelV4Message[]): LanguageModelV4Message[] {
  return whole.map((message, at) =>
    at < whole.length - 1
      ? message
      : { ...message, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
  );
}

function convert(message: ModelMessage, reader: Reader): LanguageModelV4Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: isBlank(message.text) ? NO_TEXT : message.text }] };
    case "assistant":
      return { role: "assistant", content: spoken(message, reader) };
    case "tool":
      return { role: "tool", content: message.results.map((one) => result(one, reader.provider)) };
  }
}

function spoken({ text, calls, carry }: Extract<ModelMessage, { role: "assistant" }>, reader: Reader) {
  const texts = isBlank(text) ? [] : [{ type: "text" as const, text }];
  const asked = calls.map((call) => ({
    type: "tool-call" as const,
    toolCallId: call.id,
    toolName: call.name,
    input: argumentsSent(call, reader.provider),
  }));
  return carriedParts(carry, reader, [...texts, ...asked]);
}

/**
 * Arguments as they go back. Chat protocols take text: the very text that the model sent, whose digits no parser has
 * touched. The others take an object; what is none is wrapped, so that the model sees what it wrote.
 */
function argumentsSent(call: ModelCall, provider: Provider): unknown {
  const parsed = objectIn(call.arguments);
  if (parsed === undefined) return { unreadable_arguments: call.arguments };
  return provider === "anthropic" || provider === "google" ? parsed : call.arguments;
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function result(
  { callId, name, ok, value }: Extract<ModelMessage, { role: "tool" }>["results"][number],
  provider: Provider,
) {
  const output = ok ? sound(value) : fault(value, provider);
  return { type: "tool-result" as const, toolCallId: callId, toolName: name, output };
}

/** Text goes as it is; an empty one as JSON, so that the model sees that it is one. */
function sound(value: Json): LanguageModelV4ToolResultOutput {
  return typeof value === "string" && !isBlank(value) ? { type: "text", value } : { type: "json", value };
}

/** Google and OpenAI's Responses put an error into a field `error`, in which a second one would stand. */
function fault(value: Json, provider: Provider): LanguageModelV4ToolResultOutput {
  if (provider === "openai") return { type: "json", value };
  const message = isObject(value) ? value.error : undefined;
  return provider === "google" && typeof message === "string"
    ? { type: "error-text", value: message }
    : { type: "error-json", value };
}
