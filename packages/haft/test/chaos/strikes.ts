// When and whom a test strikes: workers at the moment when an event of each kind has been written, workers and launchers at
// random moments, and workers that are stopped for longer than their lease.

import { setTimeout } from "node:timers/promises";
import type { Crew, Member } from "./crew.ts";
import { LEASE_MS } from "./project.ts";
import type { Random } from "./random.ts";

/** Every kind of event that a run of these tests can have, in the order in which they are struck at. */
export const KINDS = [
  ...["run.created", "instructions.composed", "tools.discovered", "message.user", "model.requested"],
  ...["model.responded", "model.failed", "tool.called", "call.gated", "approval.requested", "approval.decided"],
  ...["tool.started", "tool.parked", "wait.resolved", "tool.resumed", "artifact.written", "tool.result"],
  ...["message.assistant", "run.recovered", "run.cancelling", "run.cancelled", "run.completed", "run.failed"],
] as const;
/** How long an event of a kind is waited for. */
const PATIENCE_MS = 4_000;

/** Strikes one after another. */
export class Strikes {
  readonly #crew: Crew;
  readonly #choices: Random;
  #awaited: { readonly kind: string; readonly come: (member: Member | undefined) => void } | undefined;
  #count = 0;
  #kind: number;
  /** How many there were, by what they hit. */
  readonly byKind = new Map<string, number>();

  /** `firstKind`: with which of the kinds of event it begins. */
  constructor(crew: Crew, choices: Random, firstKind: number) {
    this.#crew = crew;
    this.#choices = choices;
    this.#kind = firstKind;
  }

  /** An event has been written: by a worker, or by somebody outside. */
  heard(kind: string, member?: Member): void {
    if (this.#awaited?.kind === kind) this.#awaited.come(member);
  }

  /** Kills once, whoever the turn has come to. Resolves when the victim is gone. */
  async strike(): Promise<void> {
    const turn = this.#count;
    this.#count += 1;
    if (turn % 10 === 9) return this.#atRandom("launcher");
    if (turn % 10 === 7) return this.#atRandom("worker and launcher");
    if (turn % 3 === 2) return this.#atRandom("worker");
    this.#kind += 1;
    await this.#at(KINDS[(this.#kind - 1) % KINDS.length] ?? "tool.started");
  }

  /** Stops a worker for longer than its lease. */
  async stop(): Promise<void> {
    const member = await this.#someone();
    member.signal("SIGSTOP");
    await setTimeout(LEASE_MS * (1.5 + this.#choices.number(100) / 100));
    member.signal("SIGCONT");
    this.#counted("stopped");
  }

  async #at(kind: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Member | undefined>();
    this.#awaited = { kind, come: resolve };
    const waited = new AbortController();
    const late = setTimeout(PATIENCE_MS, "late" as const, { signal: waited.signal }).catch(() => "late" as const);
    const came = await Promise.race([promise, late]);
    this.#awaited = undefined;
    waited.abort();
    const member = came === "late" ? undefined : came;
    await (member ?? (await this.#someone())).kill();
    this.#counted(came === "late" ? `worker (no ${kind} came)` : kind);
  }

  async #atRandom(what: "worker" | "launcher" | "worker and launcher"): Promise<void> {
    await setTimeout(this.#choices.number(200));
    const member = await this.#someone();
    if (what !== "worker") member.killLauncher();
    if (what !== "launcher") await member.kill();
    this.#counted(what);
  }

  /** Anyone who is at work; somebody is being hired if nobody is. */
  async #someone(): Promise<Member> {
    const { members } = this.#crew;
    if (members.length > 0) return this.#choices.one(members);
    await this.#crew.fill(1);
    return this.#choices.one(this.#crew.members);
  }

  #counted(kind: string): void {
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + 1);
  }
}
