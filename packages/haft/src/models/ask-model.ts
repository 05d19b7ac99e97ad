// One request to one model, streamed: made once, never repeated here, and over when its signal says so.

import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { ModelObserver, ModelReply, ModelRequest } from "@haft/engine";
import type { Asked } from "./asked.ts";
import { classifyFailure } from "./classify-failure.ts";
import { ResponseCollector } from "./collect-response.ts";
import { passing } from "./failure.ts";
import { toolOptions } from "./offered-tools.ts";
import { prompt } from "./prompt.ts";
import { PROVIDER_FACTS } from "./providers.ts";
import { SilenceLimit } from "./silence-limit.ts";
import { transport } from "./transport.ts";

const DEFAULT_TIMEOUT_SECONDS = 120;

/** Asks. Whatever goes wrong is a failure; nothing is thrown. */
export async function askModel(
  asked: Asked,
  request: ModelRequest,
  observer: ModelObserver,
  signal: AbortSignal,
): Promise<ModelReply> {
  const whom = `${asked.provider}/${asked.name}`;
  const seconds = request.model.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  using silence = new SilenceLimit(seconds);
  // Aborted at the end in any case: whatever the SDK still reads from then on, nobody waits for.
  const end = new AbortController();
  try {
    const model = await PROVIDER_FACTS[asked.provider].load({ ...asked, fetch: transport });
    const collector = new ResponseCollector({ provider: asked.provider, model: asked.name }, observer);
    const abortSignal = AbortSignal.any([signal, silence.signal, end.signal]);
    await stream(model, { ...callOptions(request, asked), abortSignal }, collector, silence);
    return signal.aborted ? aborted(whom) : collector.reply();
  } catch (error) {
    if (signal.aborted) return aborted(whom);
    if (silence.signal.aborted)
      return passing("model_timed_out", `${whom} said nothing for ${seconds} s`, {
        hint: "raise the model's timeoutSeconds if it needs longer",
      });
    return classifyFailure(error, asked);
  } finally {
    end.abort();
  }
}

function aborted(whom: string): ModelReply {
  return passing("model_aborted", `the request to ${whom} was ended`);
}

async function stream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  collector: ResponseCollector,
  silence: SilenceLimit,
): Promise<void> {
  options.abortSignal?.throwIfAborted();
  const { stream: parts } = await model.doStream(options);
  silence.heard();
  for await (const part of parts) {
    // Pings, which say that the connection lives and nothing of the model, are no parts.
    silence.heard();
    collector.take(part);
  }
}

function callOptions(request: ModelRequest, { provider, name }: Asked): LanguageModelV4CallOptions {
  const { maxOutputTokens, temperature } = request.model;
  return {
    prompt: prompt(request, { provider, model: name }),
    ...toolOptions(request, provider),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    providerOptions: {
      // The log is the memory of a run: nothing is left with the provider, and reasoning comes back encrypted.
      openai: { store: false },
      // Arguments are of no use before they are whole, and only whole ones does the provider check.
      anthropic: { toolStreaming: false },
    },
  };
}
