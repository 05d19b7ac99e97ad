// The sandboxes of one process: phases take time, leave a line in the ledger, and end with their launcher's deadline or with
// their process, whatever that does.

import {
  type Grants,
  type PhaseInput,
  type PhaseOutcome,
  type Preparation,
  type Runner,
  type RunnerCall,
  settingsDigest,
} from "../../src/index.ts";
import type { SimProcess } from "./sim-process.ts";
import { play } from "./sim-tools.ts";

/** One phase as it ran. */
export interface Effect {
  readonly runId: string;
  readonly callId: string;
  readonly phase: string;
  /** By the store's clock. */
  readonly at: number;
  endedAt: number | null;
}

/** What all sandboxes of a world share. */
export interface SandboxWorld {
  readonly ledger: Effect[];
  /** What calls are granted now. */
  grants: Grants;
  now(): number;
}

/** The longest that a phase takes, in milliseconds. */
const LONGEST_MS = 20_000;

/** Sandboxes of a process. */
export class SimRunner implements Runner {
  readonly #world: SandboxWorld;
  readonly #process: SimProcess;
  readonly #running = new Set<() => void>();
  /** Sandboxes, also waiting ones, that were made before the last time that all were killed are gone. */
  #killed = 0;
  #forgetDeadline = (): void => undefined;

  constructor(world: SandboxWorld, process: SimProcess) {
    this.#world = world;
    this.#process = process;
    process.onDeath(() => this.#killAll());
  }

  settingsDigest(): string {
    return settingsDigest(this.#world.grants);
  }

  async prepare(call: RunnerCall): Promise<Preparation> {
    const { random } = this.#process;
    await this.#process.passes();
    if (random.chance(0.02)) return { kind: "retry", error: { type: "isolation_unavailable", message: "no room" } };
    if (random.chance(0.01)) return { kind: "failed", error: { type: "load_failed", message: "it does not load" } };
    const digest = this.settingsDigest();
    const killed = this.#killed;
    const gone = { kind: "error", error: { type: "killed", message: "the sandbox is gone" } } as const;
    return {
      kind: "prepared",
      place: {
        isolation: "namespaces",
        interpreter: "simulated 1.0",
        settingsDigest: digest,
        release: () => undefined,
        run: async (input, _observer, signal) => (killed === this.#killed ? this.#run(call, input, signal) : gone),
      },
    };
  }

  extendDeadline(milliseconds: number | null): void {
    this.#forgetDeadline();
    // The launcher's own clock: it goes on while the worker is stopped.
    this.#forgetDeadline =
      milliseconds === null ? () => undefined : this.#process.clock.after(milliseconds, () => this.#killAll());
  }

  #run(call: RunnerCall, input: PhaseInput, signal: AbortSignal): Promise<PhaseOutcome> {
    const { random, clock } = this.#process;
    const phase = input.phase === "call" ? "call" : input.waitId;
    const effect: Effect = { ...call, phase, at: this.#world.now(), endedAt: null };
    this.#world.ledger.push(effect);
    const outcome = play(random, call, input);
    return new Promise((resolve) => {
      const end = (came: PhaseOutcome): void => {
        if (effect.endedAt !== null) return;
        effect.endedAt = this.#world.now();
        forget();
        this.#running.delete(kill);
        if (!this.#process.dead) this.#process.passes().then(() => resolve(came));
      };
      const kill = (): void => end({ kind: "error", error: { type: "killed", message: "the sandbox was killed" } });
      const forget = clock.after(random.below(random.chance(0.1) ? LONGEST_MS : 200), () => end(outcome));
      this.#running.add(kill);
      signal.addEventListener("abort", () => {
        // It may end by itself before it is killed, with what it came to.
        const cancelled = { kind: "error", error: { type: "cancelled", message: "cancelled" } } as const;
        if (!this.#process.dead) clock.after(random.below(100), () => end(random.chance(0.2) ? outcome : cancelled));
      });
    });
  }

  #killAll(): void {
    this.#killed += 1;
    for (const kill of [...this.#running]) kill();
  }
}
