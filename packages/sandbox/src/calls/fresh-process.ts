// A sandbox that serves one call and ends: TypeScript, and Python whose module started a thread at import.

import type { JsonObject, ToCall } from "@haft/sdk/wire";
import { callMessage } from "../wire/from-call.ts";
import { OutputAllowance } from "../wire/output.ts";
import { attachOutput, noteDropped, watchingMemory, within } from "./call-output.ts";
import { conduct } from "./conduct.ts";
import { Conversation } from "./conversation.ts";
import { brokeProtocol } from "./errors.ts";
import { howItEnded } from "./how-it-ended.ts";
import type { LiveSandbox, SandboxListener } from "./live-sandbox.ts";
import type { CallLimits } from "./python-sandbox.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import type { CallObserver, PhaseOutcome, Seat, SeatCall } from "./seat.ts";

/** How long a process may take to end after its result, so that its output is whole. */
const OUTPUT_MS = 1_000;

/** See the file's first line. */
export class FreshProcess implements LiveSandbox {
  readonly process: SandboxProcess;
  readonly #limits: CallLimits;
  readonly #listener: SandboxListener;
  #state: "waiting" | "taken" | "calling" | "closed" = "waiting";

  constructor(process: SandboxProcess, limits: CallLimits, listener: SandboxListener) {
    this.process = process;
    this.#limits = limits;
    this.#listener = listener;
    process.calls.listen(
      () => this.close(),
      () => this.close(),
    );
    void process.gone.then(() => this.#close());
  }

  get free(): number {
    return this.#state === "waiting" ? 1 : 0;
  }

  get idle(): boolean {
    return this.#state === "waiting";
  }

  get over(): Promise<void> {
    return this.process.over;
  }

  take(): Seat | undefined {
    if (this.#state !== "waiting") return undefined;
    this.#state = "taken";
    return {
      isolation: this.process.isolation,
      interpreter: this.process.interpreter,
      call: (call, observer, signal) => this.#call(call, observer, signal),
      release: () => {
        if (this.#state !== "taken") return;
        this.#state = "waiting";
        this.#listener.freed(this);
      },
    };
  }

  close(): void {
    this.process.end();
    this.#close();
  }

  async #call(call: SeatCall, observer: CallObserver, signal: AbortSignal | undefined): Promise<PhaseOutcome> {
    if (this.#state !== "taken") {
      const message = `the sandbox of ${call.tool} ended before the call was sent`;
      return { kind: "error", error: { type: "killed", message, hint: "call it again" } };
    }
    this.#state = "calling";
    const { process } = this;
    const send = (message: ToCall) => process.calls.send(message);
    const conversation = new Conversation(send, observer);
    const broken = Promise.withResolvers<string>();
    process.calls.listen(
      (message: JsonObject) => conversation.hear(callMessage(message)),
      (fault) => broken.resolve(fault.message),
    );
    const allowance = new OutputAllowance();
    const memory = watchingMemory(observer);
    attachOutput(process, memory.observer, allowance);
    const complete = Promise.all([process.stdout.complete(), process.stderr.complete()]);
    const { timeoutSeconds: _, ...message } = call;
    try {
      send({ type: "call", ...message });
    } catch (fault) {
      this.close();
      return { kind: "error", error: brokeProtocol(call.tool, String(fault)) };
    }
    const outcome = await conduct(
      call,
      {
        conversation,
        guards: process.guards,
        end: () => process.end(),
        cancel: () => send({ type: "cancel" }),
        gone: howItEnded(process),
        broken: broken.promise,
        saidOutOfMemory: memory.saidOutOfMemory,
        ...this.#limits,
      },
      signal,
    );
    await within(OUTPUT_MS, complete, () => {});
    this.close();
    noteDropped(observer, allowance);
    return outcome;
  }

  #close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#listener.closed(this);
  }
}
