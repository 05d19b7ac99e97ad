// A Python sandbox: a parent that loaded the module once, and one forked child that waits for the next call.
//
// A call is over for its caller when its result and the end of its output have arrived; the sandbox is free when the
// parent has also said `waiting` again. Whatever is not as agreed closes it for good.

import type { FromCall, JsonObject, ToCall, WireError } from "@haft/sdk/wire";
import { WireFault } from "../wire/frames.ts";
import { callMessage } from "../wire/from-call.ts";
import { sandboxMessage } from "../wire/from-sandbox.ts";
import { OutputAllowance } from "../wire/output.ts";
import { attachOutput, noteDropped, within } from "./call-output.ts";
import { conduct } from "./conduct.ts";
import { Conversation } from "./conversation.ts";
import { brokeProtocol, describeStatus } from "./errors.ts";
import { howItEnded } from "./how-it-ended.ts";
import type { LiveSandbox, SandboxListener } from "./live-sandbox.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import type { CallObserver, PhaseOutcome, Seat, SeatCall } from "./seat.ts";

/** How long the rest of a call's output may take after its result. */
const OUTPUT_MS = 2_000;

/** What a sandbox knows of its image. */
export interface CallLimits {
  readonly memoryMiB: number;
  readonly processorSeconds: number;
}

/** See the file's first lines. */
export class PythonSandbox implements LiveSandbox {
  readonly process: SandboxProcess;
  readonly #limits: CallLimits;
  readonly #listener: SandboxListener;
  /** The number of the child that waits, or that has the call. */
  #child = 0;
  #state: "waiting" | "taken" | "calling" | "settling" | "closed" = "waiting";
  #conversation: Conversation | undefined;
  #callGone = Promise.withResolvers<string>();
  #broken = Promise.withResolvers<string>();
  #ended = false;
  #waitingAgain = false;

  constructor(process: SandboxProcess, limits: CallLimits, listener: SandboxListener) {
    this.process = process;
    this.#limits = limits;
    this.#listener = listener;
    const refuse = (fault: WireFault) => this.#refuse(fault.message);
    process.parent?.listen((message) => this.#hearParent(message), refuse);
    process.calls.listen((message) => this.#hearCall(message), refuse);
    void process.gone.then(() => this.#close());
  }

  get free(): number {
    return this.#state === "waiting" ? 1 : 0;
  }

  get over(): Promise<void> {
    return this.process.over;
  }

  get idle(): boolean {
    return this.#state === "waiting";
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
    if (this.#state !== "taken") return { kind: "error", error: this.#unusable(call.tool) };
    this.#state = "calling";
    const send = (message: ToCall) => this.process.calls.send(message);
    const conversation = new Conversation(send, observer);
    this.#conversation = conversation;
    this.#callGone = Promise.withResolvers();
    this.#broken = Promise.withResolvers();
    this.#ended = false;
    const allowance = new OutputAllowance();
    attachOutput(this.process, observer, allowance);
    const complete = Promise.all([this.process.stdout.complete(), this.process.stderr.complete()]);
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
        guards: this.process.guards,
        end: () => this.process.end(),
        cancel: () => send({ type: "cancel" }),
        gone: this.#callGone.promise,
        broken: this.#broken.promise,
        ...this.#limits,
      },
      signal,
    );
    if (!conversation.settled) {
      this.close();
      await within(OUTPUT_MS, complete, () => {});
    }
    // What the call's own process wrote before its result has arrived by now or does within a turn. What it left running
    // may still write: those lines come until the marker, but nobody waits for them.
    await quiet(() => this.process.stdout.received + this.process.stderr.received);
    this.process.stdout.flush();
    this.process.stderr.flush();
    noteDropped(observer, allowance);
    void within(OUTPUT_MS, complete, () => this.close()).then(() => this.#outputEnded());
    return outcome;
  }

  #outputEnded(): void {
    if (this.#state !== "calling") return;
    this.#state = "settling";
    this.#settle();
  }

  #hearCall(message: JsonObject): void {
    const said: FromCall = callMessage(message);
    if (!this.#conversation) throw unasked(said.type);
    this.#conversation.hear(said);
  }

  #hearParent(message: JsonObject): void {
    const said = sandboxMessage(message);
    if (said.type === "ended" && said.n === this.#child && this.#state !== "waiting" && !this.#ended) {
      this.#ended = true;
      void this.#childEnded(said.status);
    } else if (said.type === "waiting" && said.n === this.#child + 1 && this.#ended) {
      this.#child = said.n;
      this.#waitingAgain = true;
      this.#settle();
    } else throw unasked(said.type);
  }

  /** The result was written before the child ended, but the two sockets are read in any order. */
  async #childEnded(status: number): Promise<void> {
    // The next call may have begun before this has looked.
    const gone = this.#callGone;
    await quiet(() => this.process.calls.received);
    gone.resolve(describeStatus(status));
  }

  /** Free once the call is over and the next child waits. */
  #settle(): void {
    if (this.#state !== "settling" || !this.#waitingAgain) return;
    this.#waitingAgain = false;
    this.#conversation = undefined;
    if (this.process.calls.unread) {
      this.close();
      return;
    }
    this.#state = "waiting";
    this.#listener.freed(this);
  }

  #refuse(detail: string): void {
    this.#broken.resolve(detail);
    this.close();
  }

  #close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    void howItEnded(this.process).then((how) => this.#callGone.resolve(how));
    this.#listener.closed(this);
  }

  #unusable(tool: string): WireError {
    return { type: "killed", message: `the sandbox of ${tool} ended before the call was sent`, hint: "call it again" };
  }
}

/** Resolves when two turns of the event loop have brought nothing new. */
async function quiet(received: () => number): Promise<void> {
  for (let before = -1; before !== received(); ) {
    before = received();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function unasked(type: string): WireFault {
  return new WireFault(`${type} at a time when it means nothing`);
}
