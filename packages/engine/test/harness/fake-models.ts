// Models whose replies a test gives.

import type { ModelReply, ModelRequest, ModelSettings, Models } from "../../src/index.ts";
import { settle } from "./virtual-clock.ts";

/** One request that is open, or was. */
export interface FakeRequest {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Streams a piece of text. */
  delta(text: string): void;
  /** Ends the request. */
  reply(reply: ModelReply): Promise<void>;
}

/** A response with this text and these calls. */
export function says(
  text: string,
  ...calls: readonly { readonly name: string; readonly arguments: string; readonly id?: string }[]
): Extract<ModelReply, { kind: "response" }> {
  return {
    kind: "response",
    text,
    calls: calls.map((call, index) => ({ id: `c${index + 1}`, ...call })),
    finishReason: calls.length === 0 ? "stop" : "tool-calls",
    usage: { inputTokens: 10, outputTokens: 5 },
  };
}

/** A failure that may be different the next time. */
export function fails(
  message: string,
  more: { retryable?: boolean; retryAfterMs?: number } = {},
): Extract<ModelReply, { kind: "failure" }> {
  return { kind: "failure", error: { type: "model_unavailable", message }, retryable: true, ...more };
}

/** Keeps requests until they are answered; one whose signal is aborted fails. */
export class FakeModels implements Models {
  readonly requests: FakeRequest[] = [];
  /** Models by id; what is not here is not set. */
  readonly set = new Map<string, ModelSettings>([["default", { id: "default", provider: "openai", name: "fake-1" }]]);
  /** Where set, what each request is answered with at once. */
  play: ((request: ModelRequest, index: number) => Promise<ModelReply> | ModelReply) | null = null;

  async find(_tenant: string, idOrRole: string): Promise<ModelSettings | null> {
    return this.set.get(idOrRole) ?? null;
  }

  ask(request: ModelRequest, observer: { delta(text: string): void }, signal: AbortSignal): Promise<ModelReply> {
    const end = Promise.withResolvers<ModelReply>();
    const index = this.requests.length;
    this.requests.push({
      request,
      signal,
      delta: (text) => observer.delta(text),
      async reply(reply) {
        end.resolve(reply);
        await settle();
      },
    });
    signal.addEventListener("abort", () => end.resolve(fails("aborted", { retryable: false })));
    const { play } = this;
    if (play !== null) {
      Promise.resolve()
        .then(() => play(request, index))
        .then(end.resolve, end.reject);
    }
    return end.promise;
  }

  /** The last request. */
  get last(): FakeRequest {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error("no model was asked");
    return request;
  }
}
