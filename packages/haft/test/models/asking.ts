// What the tests of models share: a way to ask each provider at a wire server.

import type { Provider } from "@haft/contract";
import type { ModelObserver, ModelReply, ModelRequest, ModelSettings } from "@haft/engine";
import { createModels } from "../../src/models/index.ts";
import type { WireFormat } from "./wire-server/format.ts";
import type { WireServer } from "./wire-server/wire-server.ts";

/** Which format each provider is spoken to in. */
export const FORMATS: Readonly<Record<Provider, WireFormat>> = {
  openai: "responses",
  "openai-compatible": "chat-completions",
  anthropic: "messages",
  google: "gemini",
};

export const PROVIDERS: readonly Provider[] = ["openai", "openai-compatible", "anthropic", "google"];

export const KEY = "key-that-must-not-be-shown-0123456789";

/** What a test changes about the request that is made otherwise. */
export interface Changes extends Partial<Omit<ModelRequest, "model">> {
  readonly model?: Partial<ModelSettings>;
  readonly observer?: ModelObserver;
  readonly signal?: AbortSignal;
}

/** Asks a provider at the server, with a key from a secret. */
export function ask(server: WireServer, provider: Provider, changes: Changes = {}): Promise<ModelReply> {
  const { model, observer = { delta() {} }, signal = new AbortController().signal, ...rest } = changes;
  const models = createModels({
    stored: async () => [],
    environment: {},
    secret: async (_tenant, name) => (name === "MODEL_KEY" ? KEY : undefined),
  });
  const request: ModelRequest = {
    tenant: "local",
    model: { ...settings(server, provider), ...model },
    instructions: "Be brief.",
    messages: [{ role: "user", text: "Hello" }],
    tools: [],
    ...rest,
  };
  return models.ask(request, observer, signal);
}

/** A model at the server. */
export function settings(server: WireServer, provider: Provider): ModelSettings {
  const baseUrl = server.baseUrl(FORMATS[provider]);
  return { id: "m", provider, name: "test-model", baseUrl, apiKeySecret: "MODEL_KEY", timeoutSeconds: 20 };
}

/** The response, or what is wrong. */
export function response(reply: ModelReply): Extract<ModelReply, { kind: "response" }> {
  if (reply.kind === "response") return reply;
  throw new Error(`a failure instead of a response: ${JSON.stringify(reply)}`);
}

/** The failure, or what came instead. */
export function failure(reply: ModelReply): Extract<ModelReply, { kind: "failure" }> {
  if (reply.kind === "failure") return reply;
  throw new Error(`a response instead of a failure: ${JSON.stringify(reply)}`);
}
