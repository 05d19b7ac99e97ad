// Puts one streamed response together. It is a response only when the provider has said that it is at its end.

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { FinishReason, ModelCall, ModelObserver, ModelReply, ModelUsage } from "@haft/engine";
import { type CarryOwner, CarryRecorder } from "./carry.ts";
import { cutShort, passing } from "./failure.ts";

/** Gathers the parts of a stream. */
export class ResponseCollector {
  readonly #owner: CarryOwner;
  readonly #observer: ModelObserver;
  readonly #carry = new CarryRecorder();
  readonly #calls: ModelCall[] = [];
  #text = "";
  #end: { readonly reason: LanguageModelV4FinishReason; readonly usage: ModelUsage } | undefined;

  constructor(owner: CarryOwner, observer: ModelObserver) {
    this.#owner = owner;
    this.#observer = observer;
  }

  /** Takes the next part. Throws what the provider reports as an error. */
  take(part: LanguageModelV4StreamPart): void {
    this.#carry.hear(part);
    switch (part.type) {
      case "text-delta":
        this.#text += part.delta;
        if (part.delta !== "") this.#observer.delta(part.delta);
        break;
      case "tool-call":
        // What a provider ran itself was not asked for and needs no answer.
        if (part.providerExecuted !== true)
          this.#calls.push({ id: part.toolCallId, name: part.toolName, arguments: argumentsOf(part.input) });
        break;
      case "finish":
        this.#end = {
          reason: part.finishReason,
          usage: { inputTokens: part.usage.inputTokens.total ?? 0, outputTokens: part.usage.outputTokens.total ?? 0 },
        };
        break;
      case "error":
        throw part.error;
      default:
    }
  }

  /** The reply, once the stream has ended. */
  reply(): ModelReply {
    const { provider, model } = this.#owner;
    if (this.#end === undefined || this.#end.reason.unified === "interrupted") return cutShort(`${provider}/${model}`);
    const { reason, usage } = this.#end;
    if (reason.unified === "error")
      return passing("model_unreadable", `${provider}/${model} gave up its response${because(reason.raw)}`);
    const carry = this.#carry.carry(this.#owner);
    return {
      kind: "response",
      text: this.#text,
      calls: this.#calls,
      ...(carry === undefined ? {} : { carry }),
      finishReason: finishReason(reason, this.#calls.length > 0),
      usage,
    };
  }
}

function because(raw: string | undefined): string {
  return raw === undefined || !/^[\w-]{1,64}$/.test(raw) ? "" : ` (${raw})`;
}

/** A call without arguments is sent as nothing at all by some. */
function argumentsOf(input: string): string {
  return input.trim() === "" ? "{}" : input;
}

/** Servers differ in what they call the end of a message with calls; the calls themselves are certain. */
function finishReason({ unified }: LanguageModelV4FinishReason, hasCalls: boolean): FinishReason {
  switch (unified) {
    case "length":
      return "length";
    case "content-filter":
      return "filter";
    case "stop":
      return hasCalls ? "tool-calls" : "stop";
    case "tool-calls":
      return hasCalls ? "tool-calls" : "other";
    default:
      return "other";
  }
}
