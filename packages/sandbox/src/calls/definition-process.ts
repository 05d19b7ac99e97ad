// A sandbox that evaluates one `defineTool` module and ends. Nothing of the module has run before its one call.

import type { DefinitionMessage, LoadFailedMessage } from "@haft/sdk/wire";
import type { Isolation } from "../levels/level.ts";
import { brokeProtocol, died, timedOut } from "./errors.ts";
import type { LiveSandbox, SandboxListener } from "./live-sandbox.ts";
import { StartFailed } from "./sandbox-process.ts";
import type { PhaseOutcome, Seat, SeatCall } from "./seat.ts";

/** What evaluates. */
export interface DefinitionSettings {
  readonly isolation: Isolation;
  readonly interpreter: string;
  /** Loads the module; rejects with a `StartFailed`. */
  readonly evaluate: (limitMs: number) => Promise<DefinitionMessage | LoadFailedMessage>;
  readonly end: () => void;
  readonly over: Promise<void>;
}

/** See the file's first line. The message is the result of its call. */
export class DefinitionProcess implements LiveSandbox {
  readonly #settings: DefinitionSettings;
  readonly #listener: SandboxListener;
  #state: "waiting" | "taken" | "closed" = "waiting";

  constructor(settings: DefinitionSettings, listener: SandboxListener) {
    this.#settings = settings;
    this.#listener = listener;
    void settings.over.then(() => this.#close());
  }

  get free(): number {
    return this.#state === "waiting" ? 1 : 0;
  }

  get idle(): boolean {
    return this.#state === "waiting";
  }

  get over(): Promise<void> {
    return this.#settings.over;
  }

  take(): Seat | undefined {
    if (this.#state !== "waiting") return undefined;
    this.#state = "taken";
    return {
      isolation: this.#settings.isolation,
      interpreter: this.#settings.interpreter,
      call: (call) => this.#call(call),
      release: () => this.close(),
    };
  }

  close(): void {
    this.#settings.end();
    this.#close();
  }

  async #call(call: SeatCall): Promise<PhaseOutcome> {
    try {
      const message = await this.#settings.evaluate(call.timeoutSeconds * 1000);
      return { kind: "result", value: JSON.parse(JSON.stringify(message)) };
    } catch (fault) {
      return { kind: "error", error: errorOf(call, fault) };
    } finally {
      this.close();
    }
  }

  #close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#listener.closed(this);
  }
}

function errorOf(call: SeatCall, fault: unknown) {
  if (!(fault instanceof StartFailed)) return brokeProtocol(call.tool, String(fault));
  if (fault.fault.kind === "slow") return timedOut(call.tool, call.timeoutSeconds);
  if (fault.fault.kind === "protocol") return brokeProtocol(call.tool, fault.fault.detail);
  return died(call.tool, "its process left while the module was loaded");
}
