// What is particular to each provider: its variables, its usual address, and the model of its package. The packages are
// loaded when the first request is made, because a command that asks no model must not pay for them.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Provider } from "@haft/contract";

/** The way to one model. */
export interface Address {
  /** The provider's own name of the model. */
  readonly name: string;
  readonly baseUrl: string;
  /** Empty: none is sent. */
  readonly key: string;
  readonly fetch: typeof fetch;
}

/** What is known of a provider. */
interface ProviderFacts {
  /** The variables that may hold its key; the first that is set counts. */
  readonly keyVariables: readonly string[];
  /** Whether it can be asked without a key: a server of one's own often takes none. */
  readonly keyless: boolean;
  /** Where it is asked unless a model says otherwise; absent: a model must say. */
  readonly baseUrl?: string;
  /** Loads its package. */
  load(address: Address): Promise<LanguageModelV4>;
}

/**
 * OpenAI is asked by its Responses API: its newest models answer tools only there, and reasoning survives from one step to
 * the next. Servers that call themselves compatible speak Chat Completions, which is all that most of them have. Their key
 * has a variable of its own, so that a key of OpenAI is never sent to somebody else's server.
 */
export const PROVIDER_FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  openai: {
    keyVariables: ["OPENAI_API_KEY"],
    keyless: false,
    baseUrl: "https://api.openai.com/v1",
    async load({ name, baseUrl, key, fetch }) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL: baseUrl, apiKey: key, fetch }).responses(name);
    },
  },
  anthropic: {
    keyVariables: ["ANTHROPIC_API_KEY"],
    keyless: false,
    baseUrl: "https://api.anthropic.com/v1",
    async load({ name, baseUrl, key, fetch }) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: baseUrl, apiKey: key, fetch })(name);
    },
  },
  google: {
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    keyless: false,
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    async load({ name, baseUrl, key, fetch }) {
      const [{ createGoogle }, { keepArguments }] = await Promise.all([
        import("@ai-sdk/google"),
        import("./keep-arguments.ts"),
      ]);
      return createGoogle({ baseURL: baseUrl, apiKey: key, fetch: keepArguments(fetch) })(name);
    },
  },
  "openai-compatible": {
    keyVariables: ["OPENAI_COMPATIBLE_API_KEY"],
    keyless: true,
    async load({ name, baseUrl, key, fetch }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = { name: "compatible", baseURL: baseUrl, includeUsage: true, fetch };
      return createOpenAICompatible(key === "" ? settings : { ...settings, apiKey: key }).chatModel(name);
    },
  },
};

/** Whether a model is one that can be asked: `script` is not. */
export function isAskable(provider: string): provider is Provider {
  return Object.hasOwn(PROVIDER_FACTS, provider);
}
