// A conversation as the AI SDK's providers take it. What some provider refuses is mended here for all: empty texts, user
// messages in a row, arguments that are no object.

import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import type { Provider } from "@haft/contract";
import type { Json, ModelCall, ModelMessage, ModelRequest } from "@haft/engine";
import { isObject } from "@haft/engine/ports";
import { carriedParts } from "./carry.ts";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;
type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/** What stands for a message that has no text: providers refuse an empty one, and a model must see that there was one. */
const NO_TEXT = "(no text)";

/** The whole prompt of a request. */
export function prompt(
  request: Pick<ModelRequest, "instructions" | "messages">,
  provider: Provider,
  model: string,
): LanguageModelV4Prompt {
  const { instructions, messages } = request;
  const system: LanguageModelV4Message[] = isBlank(instructions) ? [] : [{ role: "system", content: instructions }];
  return [...system, ...joinUsers(messages).flatMap((message) => convert(message, provider, model))];
}

/** User messages in a row become one: some providers and many servers insist on turns. */
function joinUsers(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "user" && last?.role === "user")
      joined[joined.length - 1] = { role: "user", text: `${last.text}\n\n${message.text}` };
    else joined.push(message);
  }
  return joined;
}

function convert(message: ModelMessage, provider: Provider, model: string): LanguageModelV4Message[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: [{ type: "text", text: isBlank(message.text) ? NO_TEXT : message.text }] }];
    case "assistant":
      return assistant(message, provider, model);
    case "tool":
      return message.results.length === 0
        ? []
        : [{ role: "tool", content: message.results.map((one) => result(one, provider)) }];
  }
}

function assistant(message: AssistantMessage, provider: Provider, model: string): LanguageModelV4Message[] {
  const text = isBlank(message.text) ? [] : [{ type: "text" as const, text: message.text }];
  const calls = message.calls.map((call) => ({
    type: "tool-call" as const,
    toolCallId: call.id,
    toolName: call.name,
    input: argumentsSent(call, provider),
  }));
  const content = carriedParts(message.carry, { provider, model }, [...text, ...calls]);
  return content.length === 0 ? [] : [{ role: "assistant", content }];
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
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function result({ callId, name, ok, value }: ToolMessage["results"][number], provider: Provider) {
  const output = ok ? sound(value) : fault(value, provider);
  return { type: "tool-result" as const, toolCallId: callId, toolName: name, output };
}

/** Text goes as it is; an empty one as JSON, so that the model sees that it is one. */
function sound(value: Json): LanguageModelV4ToolResultOutput {
  return typeof value === "string" && !isBlank(value) ? { type: "text", value } : { type: "json", value };
}

/** Google has a field for the error, in which a second `error` would stand. */
function fault(value: Json, provider: Provider): LanguageModelV4ToolResultOutput {
  const message = isObject(value) ? value.error : undefined;
  return provider === "google" && typeof message === "string"
    ? { type: "error-text", value: message }
    : { type: "error-json", value };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
