// How a model is asked: one request, one reply. Keeping trying, budgets and what follows are the engine's.

import type { Json, JsonObject } from "../json/json.ts";

/** Whose protocol a model speaks; `script` plays the steps that a run was created with and asks nobody. */
export type ModelProvider = "openai" | "openai-compatible" | "anthropic" | "google" | "script";

/** What an agent asks for where it names no model. */
export type ModelRole = "default" | "small" | "deep";

/** One model, the tenant's or the operator's. */
export interface ModelSettings {
  readonly id: string;
  readonly provider: ModelProvider;
  /** The provider's own name of the model. */
  readonly name: string;
  readonly baseUrl?: string;
  /** Name of the secret that holds the key; absent: the provider's usual variable. */
  readonly apiKeySecret?: string;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** How long it may say nothing before and within a response, in seconds. Default 120. */
  readonly timeoutSeconds?: number;
  readonly role?: ModelRole;
}

/** A tool as it is offered to a model. */
export interface OfferedTool {
  /** Settled when the tool was bound, the same in every provider. */
  readonly name: string;
  readonly description: string;
  /** The canonical schema; the provider's own is derived from it by whoever sends the request. */
  readonly inputSchema: JsonObject;
}

/** A call that a model asked for. */
export interface ModelCall {
  /** The provider's id of the call. */
  readonly id: string;
  /** The name under which a tool was offered. */
  readonly name: string;
  /** The text of its arguments, as the model sent it: parsed by nobody yet. */
  readonly arguments: string;
}

/** One message of the conversation, as the model is shown it. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly ModelCall[];
      /** As the response that this message was had it. */
      readonly carry?: Json;
    }
  | {
      readonly role: "tool";
      readonly results: readonly {
        readonly callId: string;
        readonly name: string;
        readonly ok: boolean;
        /** A tool's value, or `{ "error": "…" }`. */
        readonly value: Json;
      }[];
    };

/** One request. */
export interface ModelRequest {
  readonly tenant: string;
  readonly model: ModelSettings;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  /** `required`: the model must call some tool. Default `auto`. */
  readonly toolChoice?: "auto" | "required" | "none";
}

/** What a request used, in tokens; 0 where the provider does not say. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why a response ended; `length`, `filter` and `other` mean that it was cut short. */
export type FinishReason = "stop" | "tool-calls" | "length" | "filter" | "other";

/** What came of one request. */
export type ModelReply =
  | {
      readonly kind: "response";
      readonly text: string;
      readonly calls: readonly ModelCall[];
      /**
       * What the provider wants to be shown again beside this message (signed or encrypted reasoning): opaque, kept with
       * the response, and given back with its message. Without it, some models think anew at every step.
       */
      readonly carry?: Json;
      readonly finishReason: FinishReason;
      readonly usage: ModelUsage;
    }
  | {
      readonly kind: "failure";
      readonly error: { readonly type: string; readonly message: string; readonly hint?: string };
      readonly retryable: boolean;
      /** What the provider asked for, in milliseconds. */
      readonly retryAfterMs?: number;
    };

/** Hears streamed text as it comes: raw, in pieces of any size. */
export interface ModelObserver {
  delta(text: string): void;
}

/** The models that there are, and the way to them. */
export interface Models {
  /** The model that an id or a role means for a tenant; an empty role falls back to `default`. Null: none is set. */
  find(tenant: string, idOrRole: string): Promise<ModelSettings | null>;
  /** Asks once. Never rejects: whatever went wrong is a `failure`. Aborting the signal ends the request. */
  ask(request: ModelRequest, observer: ModelObserver, signal: AbortSignal): Promise<ModelReply>;
}
