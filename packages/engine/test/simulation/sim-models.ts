// A model that says anything: text, calls of all kinds and of none, nonsense, nothing at all.

import type { ModelCall, ModelReply, ModelRequest, ModelSettings, Models } from "../../src/index.ts";
import type { SimProcess } from "./sim-process.ts";
import { KEYS } from "./sim-tools.ts";

const USAGE = { inputTokens: 10, outputTokens: 5 };

/** The model as one process reaches it. */
export class SimModels implements Models {
  readonly #process: SimProcess;

  constructor(process: SimProcess) {
    this.#process = process;
  }

  async find(_tenant: string, id: string): Promise<ModelSettings> {
    await this.#process.passes();
    return { id, provider: "openai", name: "simulated" };
  }

  async ask(request: ModelRequest, observer: { delta(text: string): void }, signal: AbortSignal): Promise<ModelReply> {
    const { random, clock } = this.#process;
    await this.#process.passes();
    observer.delta("so");
    const slow = random.chance(0.05) ? 40_000 : 2_000;
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    await Promise.race([clock.pause(random.below(slow)), aborted]);
    await this.#process.passes();
    if (signal.aborted) return failure("aborted", false);
    if (random.chance(0.08)) return failure("overloaded", true);
    if (random.chance(0.01)) return failure("no such model", false);
    return request.tools.length === 0 ? this.#judgement() : this.#response(request);
  }

  #judgement(): ModelReply {
    const text = this.#process.random.pick([
      '{"approved": true, "reason": "harmless"}',
      '{"approved": false, "reason": "odd"}',
      "Sure, go ahead!",
    ]);
    return { kind: "response", text, calls: [], finishReason: "stop", usage: USAGE };
  }

  #response({ tools, messages }: ModelRequest): ModelReply {
    const { random } = this.#process;
    if (random.chance(0.3) || messages.length > 12) {
      return { kind: "response", text: "Done.", calls: [], finishReason: "stop", usage: USAGE };
    }
    const calls = Array.from({ length: 1 + random.below(4) }, (_, index): ModelCall => {
      const { name } = random.pick(tools);
      return {
        id: `c${messages.length}_${index}`,
        name: random.chance(0.03) ? "lok" : name,
        arguments: random.pick([
          `{"x": ${random.below(3)}}`,
          `{"x": "${random.below(3)}"}`,
          "{}",
          this.#oddArguments(),
        ]),
      };
    });
    const finishReason = random.chance(0.03) ? "length" : "tool-calls";
    return { kind: "response", text: "", calls, finishReason, usage: USAGE };
  }

  #oddArguments(): string {
    const { random } = this.#process;
    return random.pick([`{"key": "${random.pick(KEYS)}"}`, '{"x": 1', '{"y": 1}', '"{\\"x\\": 2}"', ""]);
  }
}

function failure(message: string, retryable: boolean): ModelReply {
  return { kind: "failure", error: { type: "model_failed", message }, retryable };
}
