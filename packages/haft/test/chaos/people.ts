// Everybody outside: who answers, votes, signals and cancels. What they were told has happened is remembered, because
// nothing that was acknowledged may be lost.

import { setTimeout } from "node:timers/promises";
import { type Engine, EngineError, type WaitView } from "@haft/engine";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import type { Random } from "./random.ts";

/** What somebody was told has happened. */
export type Acknowledged =
  | { readonly what: "created"; readonly runId: string }
  | { readonly what: "answered"; readonly waitId: string; readonly runId: string; readonly by: string }
  | {
      readonly what: "voted";
      readonly waitId: string;
      readonly runId: string;
      readonly by: string;
      readonly decision: "approved" | "denied";
    }
  | { readonly what: "signalled"; readonly key: string; readonly payload: string }
  | { readonly what: "cancelled"; readonly runId: string; readonly by: string }
  | { readonly what: "called"; readonly runId: string; readonly value: unknown };

/** Refusals that are right where somebody else was first. */
const LATE: readonly string[] = ["wait_settled", "already_voted", "run_ended"];
const PEOPLE = ["bob", "cyd", "dee"];

/** The people of one test. */
export class People {
  readonly #engine: Engine;
  readonly #toolset: string;
  readonly #choices: Random;
  readonly #done: (event: string) => void;
  readonly #seen = new Set<string>();
  readonly #busy = new Set<Promise<void>>();
  readonly acknowledged: Acknowledged[] = [];
  /** Everything that was refused for no good reason. */
  readonly faults: string[] = [];

  /** `done` hears of the kind of event that an input has just written. */
  constructor(engine: Engine, toolset: string, choices: Random, done: (event: string) => void) {
    this.#engine = engine;
    this.#toolset = toolset;
    this.#choices = choices;
    this.#done = done;
  }

  /** Looks at what is asked, and does something about each wait once. */
  async look(): Promise<void> {
    const waits = await this.#engine.listWaits(LOCAL, { open: true, limit: 200 });
    for (const wait of waits) {
      if (this.#seen.has(wait.id)) continue;
      this.#seen.add(wait.id);
      if (wait.kind === "answer") this.#answer(wait);
      if (wait.kind === "approval") this.#vote(wait);
    }
  }

  /** Sends a signal some time from now, often twice under one id. */
  signal(key: string, delayMs: number): void {
    this.#do(async () => {
      await setTimeout(delayMs);
      const payload = `heard ${key}`;
      const signal = () => this.#engine.signal(LOCAL, `${this.#toolset}/${key}`, payload, "shop", key);
      await signal();
      this.acknowledged.push({ what: "signalled", key, payload });
      this.#done("wait.resolved");
      if (this.#choices.percent(30)) await signal();
    });
  }

  /** Cancels a run some time from now. */
  cancel(runId: string, delayMs: number): void {
    this.#do(async () => {
      await setTimeout(delayMs);
      await this.#engine.cancelRun(LOCAL, runId, "eve", "changed her mind");
      this.acknowledged.push({ what: "cancelled", runId, by: "eve" });
      this.#done("run.cancelling");
    });
  }

  /** Resolves when nobody is doing anything any more. */
  async rest(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  /** Two at once, half of the time: one of them is told that the other was first. */
  #answer({ id: waitId, runId }: WaitView): void {
    const people = this.#choices.percent(50) ? PEOPLE.slice(0, 2) : [this.#choices.one(PEOPLE)];
    for (const name of people) {
      this.#do(async () => {
        await this.#engine.answer(LOCAL, waitId, `so says ${name}`, { name, roles: [] });
        this.acknowledged.push({ what: "answered", waitId, runId, by: name });
        this.#done("wait.resolved");
      });
    }
  }

  #vote({ id: waitId, runId }: WaitView): void {
    const name = this.#choices.one(PEOPLE);
    const decision = this.#choices.percent(85) ? "approved" : "denied";
    const person = { name, roles: [] };
    this.#do(async () => {
      if (decision === "approved") await this.#engine.approve(LOCAL, waitId, person);
      else await this.#engine.deny(LOCAL, waitId, person, "not today");
      this.acknowledged.push({ what: "voted", waitId, runId, by: name, decision });
      this.#done("approval.decided");
    });
  }

  #do(work: () => Promise<void>): void {
    const busy = work()
      .catch((error: unknown) => {
        if (error instanceof EngineError && LATE.includes(error.code)) return;
        this.faults.push(`a person was refused: ${error instanceof Error ? error.stack : String(error)}`);
      })
      .finally(() => this.#busy.delete(busy));
    this.#busy.add(busy);
  }
}
