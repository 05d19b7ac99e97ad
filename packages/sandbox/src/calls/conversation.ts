// What one call and the outside say to each other until the call has said what it came to.

import type { FromCall, Json, JsonObject, RequestMessage, ToCall, WireError } from "@haft/sdk/wire";
import { WireFault } from "../wire/frames.ts";
import { OUTPUT_LIMIT, OutputAllowance } from "../wire/output.ts";
import type { CallObserver, PhaseOutcome } from "./seat.ts";

const MOST_OPEN_REQUESTS = 64;
/** Far more than anybody watches; what comes after is a flood. */
const MOST_PROGRESS = 10_000;

/** One call's messages. Owns nothing but its own state; the channel and the clock are its caller's. */
export class Conversation {
  readonly #send: (message: ToCall) => void;
  readonly #observer: CallObserver;
  readonly #outcome = Promise.withResolvers<PhaseOutcome>();
  readonly #said = new OutputAllowance();
  #progress = 0;
  #open = 0;
  #settled = false;

  constructor(send: (message: ToCall) => void, observer: CallObserver) {
    this.#send = send;
    this.#observer = observer;
  }

  /** Resolves with what the call said it came to. */
  get outcome(): Promise<PhaseOutcome> {
    return this.#outcome.promise;
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Throws a `WireFault` for a message that has no place here. */
  hear(message: FromCall): void {
    if (this.#settled) throw new WireFault("a message after the result");
    switch (message.type) {
      case "result":
        this.#settle({ kind: "result", value: message.value });
        break;
      case "error":
        this.#settle({ kind: "error", error: message.error });
        break;
      case "yield":
        this.#settle({ kind: "yield", wait: message.kind, params: message.params, meta: message.meta });
        break;
      case "log":
        this.#log(message.level, message.text);
        break;
      case "progress":
        this.#progress += 1;
        if (this.#progress <= MOST_PROGRESS) this.#observer.progress?.(message.fraction, message.message);
        break;
      case "request":
        this.#request(message);
        break;
    }
  }

  /** Lines that come as messages are bounded as those that are printed: whoever prints may write messages, too. */
  #log(level: "info" | "warning", text: string): void {
    const before = this.#said.dropped;
    const bytes = Buffer.byteLength(text) + 1;
    const kept = this.#said.take(bytes);
    if (kept === bytes) this.#observer.log?.(level, text);
    else if (before === 0)
      this.#observer.log?.("warning", `log lines over ${OUTPUT_LIMIT / 1024} KiB were left out from here on`);
  }

  #settle(outcome: PhaseOutcome): void {
    this.#settled = true;
    this.#outcome.resolve(outcome);
  }

  #request(message: RequestMessage): void {
    this.#open += 1;
    if (this.#open > MOST_OPEN_REQUESTS) throw new WireFault(`more than ${MOST_OPEN_REQUESTS} requests at once`);
    void this.#answer(message.op, message.params).then((answer) => {
      this.#open -= 1;
      if (this.#settled) return;
      const whose = message.callId === undefined ? {} : { callId: message.callId };
      const reply = { type: "reply", ...whose, id: message.id } as const;
      try {
        this.#send({ ...reply, ...answer });
      } catch (fault) {
        if (!(fault instanceof WireFault)) throw fault;
        this.#send({ ...reply, ok: false, error: { type: "ValueError", message: "the answer is larger than 8 MiB" } });
      }
    });
  }

  async #answer(
    op: RequestMessage["op"],
    params: JsonObject,
  ): Promise<{ ok: true; value: Json } | { ok: false; error: WireError }> {
    try {
      if (!this.#observer.request)
        return { ok: false, error: { type: "Error", message: `${op} cannot be answered here` } };
      return { ok: true, value: await this.#observer.request(op, params) };
    } catch (fault) {
      const error = fault instanceof Error ? fault : new Error(String(fault));
      const hint = "hint" in error && typeof error.hint === "string" ? { hint: error.hint } : {};
      return { ok: false, error: { type: error.name, message: error.message, ...hint } };
    }
  }
}
