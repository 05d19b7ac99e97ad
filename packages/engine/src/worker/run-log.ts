// The log of one run, as the worker that moves it writes it: one append at a time (I2).
// It owns the folded state, the fence and what is decided but not written; it does not own leases or what is running.
// A run that is new, or that nobody holds, is opened by the first append: creating or claiming it and the first decisions
// are one transaction.

import { ENGINE_VERSION, type EventDraft, type RunEvent } from "../events/event.ts";
import { spill, unspill } from "../events/spill.ts";
import type { AppendReply, Decision, Guard, GuardRefusal } from "../ports/store.ts";
import type { NewRun } from "../ports/store-claims.ts";
import { foldDrafts, number } from "../state/consequences.ts";
import type { Moment } from "../state/decide.ts";
import { fold } from "../state/evolve.ts";
import { EVOLVE_VERSION, type RunState } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import { untilReplied } from "./again.ts";
import { readEvents, readRun } from "./read-run.ts";
import type { Services } from "./services.ts";

/** So many events after the last snapshot the next one is written. */
const SNAPSHOT_EVERY = 1_000;

/** How the first append opens the run. */
export type Opening =
  | { readonly by: "create"; readonly run: NewRun; readonly idempotency: { key: string; digest: string } | null }
  | { readonly by: "claim" };

/**
 * `stale`: the facts were written, the decisions not: somebody's event came first, which is folded now (decide again), or
 * the run is not held any more. A refusal: the same, because a guard did not hold. `lost`: nothing was written. `queued`:
 * the new run waits for its thread.
 */
export type Written = "written" | "stale" | "lost" | "queued" | GuardRefusal;

/** Another call has written this version of an artifact; nothing of the append was kept. */
export class ArtifactExists extends Error {
  constructor() {
    super("another call has written this version of the artifact");
    this.name = "ArtifactExists";
  }
}

/** What is to be written. Facts are written even where the decisions are stale. */
export interface Drafts {
  readonly facts: readonly EventDraft[];
  readonly decisions: readonly EventDraft[];
  /** What must hold for the decisions. */
  readonly guards?: readonly Guard[];
  /** Whether the run may be given back in the same transaction, if it waits then. */
  readonly release: boolean;
}

/** The log of one run. */
export class RunLog {
  readonly tenant: string;
  readonly runId: string;
  readonly #services: Services;
  readonly #heard: (events: readonly RunEvent[]) => void;
  /** What is durable, folded. */
  #durable: RunState;
  /** Decided before the run was opened, and written with the first append. */
  #pending: readonly EventDraft[];
  /** Known and not written: facts that go with the next append. */
  #facts: readonly EventDraft[] = [];
  #knownSince = 0;
  #opening: Opening | null;
  #fence: number;
  #held: boolean;
  /** The last sequence that is in a snapshot, or on its way into one. */
  #snapshotSeq: number;
  #refusal: { readonly reason: string; readonly runId?: string } | null = null;

  constructor(
    services: Services,
    given: {
      readonly tenant: string;
      readonly state: RunState;
      readonly fence: number;
      readonly opening: Opening | null;
      readonly pending?: readonly EventDraft[];
      /** The last sequence that is in a snapshot; default: there is none. */
      readonly snapshotSeq?: number;
    },
    /** Hears every event as it is folded, whoever wrote it. */
    heard: (events: readonly RunEvent[]) => void = () => undefined,
  ) {
    this.#services = services;
    this.#heard = heard;
    this.tenant = given.tenant;
    this.runId = given.state.runId;
    this.#durable = given.state;
    this.#fence = given.fence;
    this.#opening = given.opening;
    this.#pending = given.pending ?? [];
    this.#held = given.opening === null;
    this.#snapshotSeq = given.snapshotSeq ?? 0;
  }

  /** The state with what is pending or known; its last sequences are provisional until that is written. */
  get state(): RunState {
    return foldDrafts(this.#durable, [...this.#pending, ...this.#facts], this.#services.time.now());
  }

  /** What is known and not written, under provisional sequences. */
  get unwritten(): readonly RunEvent[] {
    return number(this.runId, this.#facts, this.#durable.seq + 1, this.#services.time.now());
  }

  /** For how long something has been known that is not written, in milliseconds; null: everything is. */
  get unwrittenMs(): number | null {
    return this.#facts.length === 0 ? null : this.#services.clock.monotonic() - this.#knownSince;
  }

  /** Facts that are soon to be written: with the next append, whatever it is. */
  know(facts: readonly EventDraft[]): void {
    if (this.#facts.length === 0) this.#knownSince = this.#services.clock.monotonic();
    this.#facts = [...this.#facts, ...facts];
  }

  /** When and under which fence is decided: the one that the run has, or will have when it is opened. */
  get moment(): Moment {
    return { now: this.#services.time.now(), fence: this.#fence };
  }

  /** The fence under which the run is held, or will be. */
  get fence(): number {
    return this.#fence;
  }

  /** Whether this worker holds the run. */
  get held(): boolean {
    return this.#held;
  }

  /** Whether the first append is still to come. */
  get unopened(): boolean {
    return this.#opening !== null;
  }

  /** Why a run could not be created. */
  get refusal(): { readonly reason: string; readonly runId?: string } | null {
    return this.#refusal;
  }

  /** The last sequence that is folded and durable. */
  get seq(): number {
    return this.#durable.seq;
  }

  /** Writes facts and decisions; then `state` has them, and everything that others wrote before them. */
  async write(drafts: Drafts): Promise<Written> {
    const written = await this.#write({ ...drafts, facts: [...this.#facts, ...drafts.facts] });
    this.#services.bells.ring(this.runId);
    return written;
  }

  async #write(drafts: Drafts): Promise<Written> {
    const { facts, decisions } = drafts;
    const spilled = {
      facts: await spill(facts, this.tenant, this.#services.blobs),
      decisions: await spill(decisions, this.tenant, this.#services.blobs),
    };
    if (this.#opening !== null) return this.#open(this.#opening, drafts, spilled.facts.concat(spilled.decisions));
    const after = foldDrafts(this.#durable, [...facts, ...decisions], this.#services.time.now());
    const decision = decisions.length === 0 ? null : this.#decision(spilled.decisions, after, drafts);
    const request = {
      held: { tenant: this.tenant, runId: this.runId, fence: this.#fence },
      appendId: this.#services.ids.next("app"),
      facts: spilled.facts,
      decision: decision === null ? null : { ...decision, lastSeq: this.#durable.seq },
    };
    // From here on they may have been written, also where no reply comes: they are never sent a second time.
    const known = this.#facts;
    this.#facts = [];
    const reply = await untilReplied(this.#services, () => this.#services.store.append(request));
    if (!reply.ok) {
      this.#facts = known;
      if (reply.reason === "artifact_exists") throw new ArtifactExists();
      if (reply.reason === "ended") await this.catchUp();
      return this.#lose();
    }
    return this.#appended(drafts, reply, decision?.release ?? false);
  }

  async #appended(
    { facts, decisions }: Drafts,
    reply: Extract<AppendReply, { ok: true }>,
    released: boolean,
  ): Promise<Written> {
    this.#services.time.heard(reply.at);
    const others = reply.firstSeq > this.#durable.seq + 1;
    if (others) await this.#foldUpTo(reply.firstSeq - 1);
    this.#fold(reply.decided ? [...facts, ...decisions] : facts, reply.firstSeq, reply.at);
    if (reply.refusal !== undefined) return reply.refusal;
    // Refused although nobody came first: the lease has run out by the store's clock.
    if (!reply.decided && !others) this.#held = false;
    if (!reply.decided) return "stale";
    await this.#foldAfter(reply.after ?? [], reply.at);
    if (released || this.#durable.end !== null) this.#held = false;
    return "written";
  }

  /** Gives the run back. False: something came first, and is folded now. */
  async giveBack(): Promise<boolean> {
    await this.#keepSnapshot();
    const state = this.#durable;
    const given = await this.#services.store.giveBack({
      held: { tenant: this.tenant, runId: this.runId, fence: this.#fence },
      lastSeq: state.seq,
      standing: standing(state),
    });
    if (given) this.#held = false;
    else await this.catchUp();
    return given;
  }

  /** Folds what others wrote. */
  async catchUp(): Promise<void> {
    const read = await readRun(this.#services, this.tenant, this.runId, this.#durable);
    if (read === null) return;
    this.#take(read.state, read.events);
    if (!this.unopened && read.row.fence !== this.#fence) this.#held = false;
  }

  /** Folds what others wrote before our own last events, which are folded from memory. */
  async #foldUpTo(seq: number): Promise<void> {
    const { store, blobs } = this.#services;
    const from = this.#durable;
    const stored = await store.events(this.tenant, this.runId, from.seq, seq - from.seq);
    const events = await readEvents(stored, this.tenant, blobs);
    this.#take(fold(from, events), events);
  }

  /** Folds what the store wrote right behind our own events. */
  async #foldAfter(drafts: readonly EventDraft[], at: number): Promise<void> {
    if (drafts.length === 0) return;
    const numbered = number(this.runId, drafts, this.#durable.seq + 1, at);
    const events = await Promise.all(numbered.map((event) => unspill(event, this.tenant, this.#services.blobs)));
    this.#take(fold(this.#durable, events), events);
  }

  async #open(opening: Opening, drafts: Drafts, events: readonly EventDraft[]): Promise<Written> {
    const now = this.#services.time.now();
    const after = foldDrafts(this.state, [...drafts.facts, ...drafts.decisions], now);
    const pending = await spill(this.#pending, this.tenant, this.#services.blobs);
    const decision = this.#decision([...pending, ...events], after, drafts);
    const written = [...this.#pending, ...drafts.facts, ...drafts.decisions];
    return opening.by === "create" ? this.#create(opening, decision, written) : this.#claim(decision, written);
  }

  async #create(
    opening: Extract<Opening, { by: "create" }>,
    decision: Decision,
    written: readonly EventDraft[],
  ): Promise<Written> {
    const { store, ids, time } = this.#services;
    const { run, idempotency } = opening;
    const request = { run, appendId: ids.next("app"), idempotency };
    const hold = this.#services.hold();
    const reply = await untilReplied(this.#services, () => store.create({ ...request, hold, decision }));
    if (reply.ok) {
      time.heard(reply.at);
      this.#opened(written, reply.firstSeq, reply.at, decision);
      return "written";
    }
    if (isGuardRefusal(reply.reason)) return reply.reason;
    if (reply.reason !== "thread_busy") {
      this.#refusal = reply;
      return this.#lose();
    }
    // The thread's other run comes first: this one is written as far as nothing of it has begun.
    const pending = await spill(this.#pending, this.tenant, this.#services.blobs);
    const queued = { events: pending, standing: { status: "ready" }, release: true } as const;
    const second = await untilReplied(this.#services, () => store.create({ ...request, hold: null, decision: queued }));
    if (!second.ok) {
      this.#refusal = second;
      return this.#lose();
    }
    time.heard(second.at);
    this.#opened(this.#pending, second.firstSeq, second.at, queued);
    return "queued";
  }

  async #claim(decision: Decision, written: readonly EventDraft[]): Promise<Written> {
    const { store, ids, time } = this.#services;
    const first = { ...decision, lastSeq: this.#durable.seq, appendId: ids.next("app") };
    const { tenant, runId } = this;
    const hold = this.#services.hold();
    const request = { tenant, runId, hold, engine: ENGINE_VERSION, first, gone: [], lapsedBy: time.lapsedBy() };
    const reply = await untilReplied(this.#services, () => store.claim(request));
    if (reply.ok) {
      time.heard(reply.at);
      this.#fence = reply.fence;
      this.#opened(written, reply.firstSeq, reply.at, decision);
      return "written";
    }
    if (isGuardRefusal(reply.reason)) return reply.reason;
    return reply.reason === "changed" ? this.#lookAgain() : this.#lose();
  }

  /**
   * The run was not taken: decide again with what has come, unless somebody has it now. That may be another move of this
   * very process; a claim whose reply was lost is known to the store by its append.
   */
  async #lookAgain(): Promise<Written> {
    const read = await readRun(this.#services, this.tenant, this.runId, this.#durable);
    if (read === null) return this.#lose();
    const { workerId, fence } = read.row;
    if (workerId !== null) return this.#lose();
    this.#take(read.state, read.events);
    this.#fence = fence + 1;
    return "stale";
  }

  #opened(written: readonly EventDraft[], firstSeq: number, at: number, decision: Decision): void {
    this.#opening = null;
    this.#pending = [];
    this.#fold(written, firstSeq, at);
    this.#held = this.#durable.end === null && !decision.release;
  }

  #decision(events: readonly EventDraft[], after: RunState, { release, guards = [] }: Drafts): Decision {
    const stands = standing(after);
    return { events, standing: stands, release: release && stands.status === "waiting", guards };
  }

  #lose(): Written {
    this.#held = false;
    this.#opening = null;
    return "lost";
  }

  #fold(drafts: readonly EventDraft[], firstSeq: number, at: number): void {
    const events = number(this.runId, drafts, firstSeq, at);
    this.#take(fold(this.#durable, events), events);
  }

  #take(state: RunState, events: readonly RunEvent[]): void {
    this.#durable = state;
    this.#heard(events);
    void this.#keepSnapshot();
  }

  /**
   * Keeps the state where it is far from the last one that was kept, whoever wrote what lies between and in however many
   * holds. It is only a shortcut: its failure costs nothing but time.
   */
  async #keepSnapshot(): Promise<void> {
    const { tenant } = this;
    const state = this.#durable;
    if (state.seq - this.#snapshotSeq < SNAPSHOT_EVERY || state.end !== null) return;
    this.#snapshotSeq = state.seq;
    await this.#services.store.saveSnapshot({ tenant, state, evolve: EVOLVE_VERSION }).catch(() => undefined);
  }
}

function isGuardRefusal(reason: string): reason is GuardRefusal {
  return reason === "policy_moved" || reason === "approval_unusable";
}
