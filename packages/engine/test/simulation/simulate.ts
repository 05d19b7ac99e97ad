// One simulation: real engines and workers on one real store, in virtual time, with everything that goes wrong decided by a
// seed. At the end everything is healed, every run must end, and the logs are held against their rules.

import { type Blobs, createEngine, type Engine, type Ports, type RunEvent } from "../../src/index.ts";
import { checkLog } from "../checker/check-log.ts";
import { type Ground, openGround as openGroundOf } from "./ground.ts";
import { People } from "./people.ts";
import { type Random, randomOf } from "./random.ts";
import { SimClock } from "./sim-clock.ts";
import { SimModels } from "./sim-models.ts";
import { type Faults, NO_FAULTS, SimProcess } from "./sim-process.ts";
import { type Effect, type SandboxWorld, SimRunner } from "./sim-runner.ts";
import { simStore } from "./sim-store.ts";
import { SIM_TOOLS } from "./sim-tools.ts";

// Long ago, so that no worker of it is taken for one that is at work on the machine now.
const START = Date.parse("2020-01-01T00:00:00.000Z");
const LEASE_MS = 30_000;
// Seldom: what nothing wakes is found late, and an hour of virtual time is cheap.
const LOOK_MS = 10_000;
/** What must have ended by then, healed, cannot end. */
const LONGEST_END_MS = 3_600_000;

/** What came of a seed. */
export interface Simulated {
  readonly seed: number;
  /** What is wrong; nothing, if all is well. */
  readonly faults: readonly string[];
  readonly logs: readonly (readonly RunEvent[])[];
  /** Workers that died. */
  readonly deaths: number;
}

/** Prepares what simulations stand on. */
export function openGround(): Ground {
  return openGroundOf(LEASE_MS);
}

/** Runs one seed. */
export async function simulate(ground: Ground, seed: number): Promise<Simulated> {
  return new World(seed, ground).run();
}

interface SimWorker {
  readonly process: SimProcess;
  readonly engine: Engine;
  readonly stop: AbortController;
  stopped: boolean;
}

class World {
  readonly seed: number;
  readonly random: Random;
  readonly clock: SimClock;
  readonly store: Ports["store"];
  readonly #blobs = memoryBlobs();
  readonly #sandboxes: SandboxWorld;
  readonly #source = { version: "1", digest: "d1" };
  readonly #dead = new Set<string>();
  readonly #workers: SimWorker[] = [];
  readonly #faults: string[] = [];
  readonly #likely: Faults;
  #ids = 0;
  #processes = 0;

  constructor(seed: number, ground: Ground) {
    this.seed = seed;
    this.random = randomOf(seed);
    this.clock = new SimClock(randomOf(seed ^ 0x5eed));
    const { clock, random } = this;
    const now = (): number => START + Math.floor(clock.monotonic());
    this.store = ground.enter({ clock, now });
    this.#sandboxes = { ledger: [], grants: { network: false, secrets: [], subprocess: false, env: [] }, now };
    this.#likely = random.pick([
      NO_FAULTS,
      { ...NO_FAULTS, death: 0.01, lostWakeup: 0.5 },
      { ...NO_FAULTS, lostReply: 0.02, lostRequest: 0.02, lostWakeup: 1 },
      { ...NO_FAULTS, stop: 0.005, cutOff: 0.005, lostWakeup: 0.2 },
      { death: 0.004, stop: 0.002, cutOff: 0.002, lostReply: 0.01, lostRequest: 0.01, lostWakeup: 0.3 },
    ]);
  }

  async run(): Promise<Simulated> {
    const outside = this.#engine(new SimProcess("people", this.clock, this.random, NO_FAULTS));
    const people = new People(outside, this.random, { sandboxes: this.#sandboxes, source: this.#source });
    const { random } = this;
    for (let n = 1 + random.below(3); n > 0; n--) this.#enter();
    for (let n = 1 + random.below(3); n > 0; n--) this.#watchOver(people.start());
    for (let n = 6 + random.below(16); n > 0; n--) {
      await this.#pass(random.chance(0.15) ? random.below(60_000) : random.below(3_000));
      this.#watchOver(people.act());
      if (random.chance(0.1)) this.#call(people);
      if (random.chance(0.04)) random.pick(this.#workers).stop.abort();
      if (random.chance(0.3) && this.#alive() === 0) this.#enter();
    }
    const ended = await this.#endAll(people, outside);
    await this.#stopAll();
    const logs = await this.#logs(people, outside);
    for (const log of logs) this.#check(log);
    if (!ended) this.#faults.push("not every run has ended");
    return { seed: this.seed, faults: this.#faults, logs, deaths: this.#dead.size };
  }

  #alive(): number {
    return this.#workers.filter(({ process, stop }) => !process.dead && !stop.signal.aborted).length;
  }

  /** A new worker, that works. */
  #enter(faults = this.#likely): void {
    this.#processes += 1;
    const process = new SimProcess(`worker-${this.#processes}`, this.clock, this.random, faults);
    process.onDeath(() => this.#dead.add(process.name));
    const stop = new AbortController();
    const engine = this.#engine(process);
    const worker: SimWorker = { process, engine, stop, stopped: false };
    const working = engine.work({
      concurrency: 1 + this.random.below(4),
      signal: stop.signal,
      trouble: (error) => this.#trouble(error),
    });
    this.#workers.push(worker);
    const stopped = (): void => {
      worker.stopped = true;
    };
    this.#watchOver(working.then(stopped));
  }

  /** A direct call, moved by the worker that was asked for it; whoever asked may have lost sight of it. */
  #call(people: People): void {
    const { random } = this;
    const { engine, process } = random.pick(this.#workers);
    if (process.dead) return;
    const { toolset, version, digest, descriptor, traits } = random.pick(SIM_TOOLS);
    const { resume } = traits;
    const { readOnly, idempotent, requiresApproval } = traits;
    const tool = {
      ...descriptor,
      annotations: { readOnly, idempotent },
      approval: { required: requiresApproval ?? false },
    };
    const asked = {
      tenant: "t1",
      toolset,
      version,
      digest,
      tool,
      arguments: { x: random.below(3) },
      requestedBy: "ada",
    };
    const started = (runId: string): void => void people.runs.push({ tenant: "t1", runId });
    const called = engine.startCall({ ...asked, ...(resume === null ? {} : { resume }) }, { started });
    this.#watchOver(called.catch((error: unknown) => this.#trouble(error)));
  }

  #engine(process: SimProcess): Engine {
    const ids = (kind: string): string => {
      this.#ids += 1;
      return `${kind}_${String(this.#ids).padStart(6, "0")}`;
    };
    const ports: Ports = {
      store: simStore(this.store, process, LEASE_MS),
      runner: new SimRunner(this.#sandboxes, process),
      clock: process.ownClock,
      ids: { next: ids },
      blobs: this.#blobs,
      secrets: { values: async () => [] },
      sources: { current: async () => ({ ...this.#source }) },
      machine: {
        identity: () => ({ machine: "m1", processes: [{ pid: 1, started: process.name }] }),
        isGone: ({ processes }) => processes.every(({ started }) => this.#dead.has(started)),
      },
      models: new SimModels(process),
      toolbox: { discover: async () => ({ tools: SIM_TOOLS, missing: [] }) },
    };
    return createEngine(ports, { leaseMs: LEASE_MS, lookMs: LOOK_MS });
  }

  /** Only a store that is out of reach may trouble a worker. */
  #trouble(error: unknown): void {
    const known = error instanceof Error && "code" in error && error.code === "store_unreachable";
    if (!known) this.#faults.push(`a worker was troubled: ${error instanceof Error ? error.stack : String(error)}`);
  }

  #watchOver(work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      this.#faults.push(`unexpected: ${error instanceof Error ? error.stack : String(error)}`),
    );
  }

  async #pass(milliseconds: number): Promise<void> {
    await this.clock.runUntil(() => false, milliseconds);
  }

  /** Nothing goes wrong any more, everybody answers: every run comes to its end. */
  async #endAll(people: People, outside: Engine): Promise<boolean> {
    for (const { process } of this.#workers) process.heal();
    // Healed from the beginning: its very first step could be its last otherwise.
    if (this.#alive() === 0) this.#enter(NO_FAULTS);
    for (let passed = 0; passed < LONGEST_END_MS; passed += 60_000) {
      let open = -1;
      const round = people.settleAll().then(async () => {
        const rows = await Promise.all(people.runs.map(({ tenant, runId }) => outside.run(tenant, runId)));
        open = rows.filter(({ endedAt }) => endedAt === null).length;
      });
      this.#watchOver(round);
      await this.#pass(60_000);
      if (open === 0) return true;
    }
    return false;
  }

  async #stopAll(): Promise<void> {
    for (const { stop } of this.#workers) stop.abort();
    const rest = (): boolean => this.#workers.every(({ process, stopped }) => process.dead || stopped);
    if (!(await this.clock.runUntil(rest, 120_000))) this.#faults.push("a worker does not stop");
  }

  async #logs(people: People, outside: Engine): Promise<readonly (readonly RunEvent[])[]> {
    let logs: readonly (readonly RunEvent[])[] | null = null;
    const read = Promise.all(people.runs.map(({ tenant, runId }) => outside.events(tenant, runId, 0, 100_000)));
    this.#watchOver(read.then((all) => (logs = all)));
    await this.clock.runUntil(() => logs !== null, 60_000);
    return logs ?? [];
  }

  #check(log: readonly RunEvent[]): void {
    const runId = log[0]?.runId ?? "?";
    const own = this.#sandboxes.ledger.filter((effect) => effect.runId === runId);
    for (const fault of checkLog(log, own)) this.#faults.push(`${runId}: ${fault}`);
    for (const effect of own) this.#faults.push(...outlived(log, effect).map((fault) => `${runId}: ${fault}`));
  }
}

/** I3: what a lost worker had begun has ended before anything is written under a greater fence. */
function outlived(log: readonly RunEvent[], effect: Effect): readonly string[] {
  const begun = log.findLast(
    ({ type, data, at }) =>
      (type === "tool.started" || type === "tool.resumed") &&
      data.callId === effect.callId &&
      (type === "tool.started" ? "call" : data.waitId) === effect.phase &&
      Date.parse(at) <= effect.at,
  );
  if (begun === undefined || !("fence" in begun.data)) return [];
  const { fence } = begun.data;
  const taken = log.find(({ data }) => "fence" in data && data.fence > fence);
  if (taken === undefined || (effect.endedAt !== null && effect.endedAt <= Date.parse(taken.at))) return [];
  return [`I3: ${effect.callId} (${effect.phase}) ran on after ${taken.at}, when its run was taken over`];
}

function memoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>();
  let count = 0;
  return {
    async put(tenant, bytes) {
      count += 1;
      const digest = `${tenant}-${count}`;
      blobs.set(digest, bytes);
      return digest;
    },
    async get(_tenant, digest) {
      const bytes = blobs.get(digest);
      if (bytes === undefined) throw new Error(`there is no blob ${digest}`);
      return bytes;
    },
  };
}
