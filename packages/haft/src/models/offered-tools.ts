// The tools of a request as its provider takes them: each with the schema derived for it, and strictness said outright.

import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { deriveSchema, type Provider } from "@haft/contract";
import type { ModelRequest } from "@haft/engine";
import { soundName } from "./sound-calls.ts";

/** What a request says of tools. */
type ToolOptions = Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">;

/** The tools, and whether the model may, must or must not call one. */
export function toolOptions(request: ModelRequest, provider: Provider): ToolOptions {
  const { tools, toolChoice = "auto" } = request;
  if (tools.length === 0) return ofHistory(request, provider);
  return {
    tools: tools.map(({ name, description, inputSchema }) => {
      const { schema, strict } = deriveSchema(inputSchema, provider);
      return { type: "function", name, description, inputSchema: schema, strict };
    }),
    toolChoice: { type: toolChoice },
  };
}

/** Anthropic refuses a history with calls whose tools are not declared, even where none may be called any more. */
function ofHistory({ messages }: ModelRequest, provider: Provider): ToolOptions {
  if (provider !== "anthropic") return {};
  const called = messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));
  const names = [...new Set(called.map(({ name }) => soundName(name)))];
  if (names.length === 0) return {};
  const tools = names.map(
    (name): LanguageModelV4FunctionTool => ({
      type: "function",
      name,
      description: "No longer available.",
      inputSchema: { type: "object" },
      strict: false,
    }),
  );
  return { tools, toolChoice: { type: "none" } };
}
