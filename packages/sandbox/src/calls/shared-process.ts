// A TypeScript process with `reuse`: many calls at once, told apart by their `callId`. What holds for a call elsewhere
// holds here for the process: a call that is killed takes the others with it.

import type { JsonObject, ToCall } from "@haft/sdk/wire";
import { WireFault } from "../wire/frames.ts";
import { callMessage } from "../wire/from-call.ts";
import { OutputAllowance } from "../wire/output.ts";
import { attachOutput } from "./call-output.ts";
import { conduct } from "./conduct.ts";
import { Conversation } from "./conversation.ts";
import { brokeProtocol } from "./errors.ts";
import { howItEnded } from "./how-it-ended.ts";
import type { LiveSandbox, SandboxListener } from "./live-sandbox.ts";
import type { CallLimits } from "./python-sandbox.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import type { CallObserver, PhaseOutcome, Seat, SeatCall } from "./seat.ts";

const MOST_CALLS = 64;

/** See the file's first lines. */
export class SharedProcess implements LiveSandbox {
  readonly process: SandboxProcess;
  readonly #limits: CallLimits;
  readonly #listener: SandboxListener;
  readonly #conversations = new Map<string, Conversation>();
  readonly #observers = new Map<string, CallObserver>();
  readonly #broken = Promise.withResolvers<string>();
  readonly #gone: Promise<string>;
  #taken = 0;
  #closed = false;

  constructor(process: SandboxProcess, limits: CallLimits, listener: SandboxListener) {
    this.process = process;
    this.#limits = limits;
    this.#listener = listener;
    this.#gone = howItEnded(process);
    process.calls.listen(
      (message) => this.#hear(message),
      (fault) => {
        this.#broken.resolve(fault.message);
        this.close();
      },
    );
    // Output cannot be told apart: it belongs to the call that has run longest.
    const first = (): CallObserver => this.#observers.values().next().value ?? {};
    attachOutput(
      process,
      { log: (stream, text) => first().log?.(stream, text) },
      new OutputAllowance(Number.POSITIVE_INFINITY),
    );
    void process.gone.then(() => this.#close());
  }

  get free(): number {
    return this.#closed ? 0 : MOST_CALLS - this.#taken;
  }

  get idle(): boolean {
    return this.#taken === 0;
  }

  get over(): Promise<void> {
    return this.process.over;
  }

  take(): Seat | undefined {
    if (this.free === 0) return undefined;
    this.#taken += 1;
    let used = false;
    const leave = () => {
      this.#taken -= 1;
      if (!this.#closed) this.#listener.freed(this);
    };
    return {
      isolation: this.process.isolation,
      interpreter: this.process.interpreter,
      call: async (call, observer, signal) => {
        used = true;
        try {
          return await this.#call(call, observer, signal);
        } finally {
          leave();
        }
      },
      release: () => {
        if (used) return;
        used = true;
        leave();
      },
    };
  }

  close(): void {
    this.process.end();
    this.#close();
  }

  async #call(call: SeatCall, observer: CallObserver, signal: AbortSignal | undefined): Promise<PhaseOutcome> {
    const { callId } = call;
    const { timeoutSeconds: _, ...message } = call;
    const send = (one: ToCall) => this.process.calls.send(one);
    const conversation = new Conversation(send, observer);
    this.#conversations.set(callId, conversation);
    this.#observers.set(callId, observer);
    try {
      send({ type: "call", ...message });
      const outcome = await conduct(
        call,
        {
          conversation,
          guards: this.process.guards,
          end: () => this.close(),
          cancel: () => send({ type: "cancel", callId }),
          gone: this.#gone,
          broken: this.#broken.promise,
          ...this.#limits,
        },
        signal,
      );
      return outcome;
    } catch (fault) {
      return { kind: "error", error: brokeProtocol(call.tool, String(fault)) };
    } finally {
      this.#conversations.delete(callId);
      this.#observers.delete(callId);
    }
  }

  #hear(message: JsonObject): void {
    const said = callMessage(message);
    const conversation = said.callId === undefined ? undefined : this.#conversations.get(said.callId);
    // A call that has ended may still have had something to say.
    if (conversation && !conversation.settled) conversation.hear(said);
    else if (said.callId === undefined) throw new WireFault("a message of no call");
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listener.closed(this);
  }
}
