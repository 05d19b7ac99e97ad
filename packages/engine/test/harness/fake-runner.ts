// A runner whose calls end when a test says so.

import {
  type Grants,
  type JsonObject,
  type PhaseInput,
  type PhaseObserver,
  type PhaseOutcome,
  type Preparation,
  type Runner,
  type RunnerCall,
  settingsDigest,
} from "../../src/index.ts";
import { settle } from "./virtual-clock.ts";

/** One phase that a worker has sent. */
export interface FakePhase {
  readonly call: RunnerCall;
  readonly input: PhaseInput;
  readonly observer: PhaseObserver;
  readonly signal: AbortSignal;
  /** Ends the phase. */
  finish(outcome: PhaseOutcome): Promise<void>;
}

/** Keeps phases until they are finished; a phase whose signal is aborted ends with `cancelled`. */
export class FakeRunner implements Runner {
  readonly phases: FakePhase[] = [];
  released = 0;
  prepared = 0;
  /** What `prepare` gives, one after another, before it gives places. */
  readonly refusals: Exclude<Preparation, { kind: "prepared" }>[] = [];
  /** Where set, what each phase does at once. */
  play:
    | ((call: RunnerCall, input: PhaseInput, observer: PhaseObserver) => Promise<PhaseOutcome> | PhaseOutcome)
    | null = null;
  /** Whether phases end only when they are finished, also after an abort. */
  deaf = false;
  /** The deadlines that were set, in order. */
  readonly deadlines: (number | null)[] = [];
  /** Awaited before a place is given. */
  hold: Promise<void> = Promise.resolve();

  /** What this runner lacks for runs with these settings. */
  lacks: (settings: JsonObject) => string | null = () => null;

  /** What every call is granted. */
  grants: Grants = { network: false, secrets: [], subprocess: false, env: [] };

  settingsDigest(): string {
    return settingsDigest(this.grants);
  }

  async prepare(call: RunnerCall): Promise<Preparation> {
    await this.hold;
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return refusal;
    this.prepared += 1;
    return {
      kind: "prepared",
      place: {
        isolation: "namespaces",
        interpreter: "fake 1.0",
        settingsDigest: this.settingsDigest(),
        release: () => {
          this.released += 1;
        },
        run: (input, observer, signal) => this.#run(call, input, observer, signal),
      },
    };
  }

  extendDeadline(milliseconds: number | null): void {
    this.deadlines.push(milliseconds);
  }

  /** The last phase that was sent. */
  get last(): FakePhase {
    const phase = this.phases.at(-1);
    if (phase === undefined) throw new Error("no phase was sent");
    return phase;
  }

  #run(call: RunnerCall, input: PhaseInput, observer: PhaseObserver, signal: AbortSignal): Promise<PhaseOutcome> {
    const end = Promise.withResolvers<PhaseOutcome>();
    const finish = async (outcome: PhaseOutcome): Promise<void> => {
      end.resolve(outcome);
      await settle();
    };
    this.phases.push({ call, input, observer, signal, finish });
    signal.addEventListener("abort", () => {
      if (this.deaf) return;
      end.resolve({ kind: "error", error: { type: "cancelled", message: "the call was cancelled" } });
    });
    const { play } = this;
    if (play !== null)
      Promise.resolve()
        .then(() => play(call, input, observer))
        .then(end.resolve, end.reject);
    return end.promise;
  }
}
