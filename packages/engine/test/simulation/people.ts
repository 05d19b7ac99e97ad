// Everybody outside: they start runs, answer, vote, signal, cancel, change policies and what calls are granted, at any moment.

import { type Engine, EngineError, type Person } from "../../src/index.ts";
import type { Random } from "./random.ts";
import type { SandboxWorld } from "./sim-runner.ts";
import { KEYS } from "./sim-tools.ts";

const TENANTS = ["t1", "t2"] as const;
const PERSONS: readonly Person[] = [
  { name: "ada", roles: [] },
  { name: "bob", roles: ["ops"] },
  { name: "eve", roles: ["ops", "lead"] },
];

/** Enough of them that every rule can be met, whoever asked. */
const EVERYBODY: readonly Person[] = [...PERSONS, { name: "kim", roles: ["ops"] }, { name: "sam", roles: ["ops"] }];

/** Policies of every effect. */
const POLICIES = [
  { id: "p1", match: "desk/write", effect: "require", enabled: true },
  { id: "p1", match: "desk/p*", effect: "require", approvers: ["ops"], quorum: 2, notRequester: true, enabled: true },
  { id: "p2", match: "desk/*", when: "arguments.x == 2", effect: "deny", reason: "two", enabled: true },
  { id: "p3", match: "desk/pay", effect: "allow", overridesTool: true, priority: 1, enabled: true },
  {
    id: "p4",
    match: "desk/look",
    effect: "require",
    kind: "judge",
    judge: { model: "small", prompt: "Reading is harmless." },
    expiresSeconds: 60,
    enabled: true,
  },
] as const;

/** What people can change beside runs. */
export interface Surroundings {
  readonly sandboxes: SandboxWorld;
  readonly source: { version: string; digest: string };
}

/** Acts by chance, through an engine of their own. */
export class People {
  readonly #engine: Engine;
  readonly #random: Random;
  readonly #world: Surroundings;
  readonly runs: { readonly tenant: string; readonly runId: string }[] = [];
  #threads = 0;

  constructor(engine: Engine, random: Random, world: Surroundings) {
    this.#engine = engine;
    this.#random = random;
    this.#world = world;
  }

  /** A new run, sometimes in the thread of another. */
  async start(): Promise<void> {
    const random = this.#random;
    const tenant = random.pick(TENANTS);
    if (random.chance(0.7)) this.#threads += 1;
    const threadId = `thr_${tenant}_${this.#threads}`;
    const limits = { maxSteps: 6, ...(random.chance(0.1) ? { wallSeconds: 10 } : {}) };
    const agent = { id: "helper", instructions: "Help.", model: "default", tools: [], limits };
    const asked = { tenant, agent, input: "Go on.", threadId, requestedBy: random.pick(PERSONS).name };
    const { runId } = await this.#engine.createRun(asked);
    this.runs.push({ tenant, runId });
  }

  /** One thing that somebody does. What is refused was not done, and nothing else may go wrong. */
  async act(): Promise<void> {
    const random = this.#random;
    const [tenant, by] = [random.pick(TENANTS), random.pick(PERSONS)];
    const does = random.below(100);
    try {
      if (does < 10) await this.start();
      else if (does < 70) await this.#settleOne(tenant, by);
      else if (does < 80) await this.#engine.signal(tenant, `desk/${random.pick(KEYS)}`, does, by.name, undefined);
      else if (does < 84) await this.#cancel(by);
      else if (does < 94) await this.#changePolicies(tenant, by);
      else if (does < 96) this.#world.source.digest = random.pick(["d1", "d1", "d2"]);
      else if (does < 98)
        this.#world.sandboxes.grants = { ...this.#world.sandboxes.grants, network: random.chance(0.3) };
      else await this.#cancelWait(tenant, by);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }

  /** Everything that is asked gets its answer, so that every run can end. */
  async settleAll(): Promise<void> {
    this.#world.source.digest = "d1";
    for (const tenant of TENANTS) {
      for (const wait of await this.#engine.listWaits(tenant, { open: true, limit: 50 })) {
        for (const by of EVERYBODY) await this.#settle(tenant, wait, by).catch(onlyRefusals);
      }
      for (const key of KEYS) await this.#engine.signal(tenant, `desk/${key}`, 1, "ada", undefined);
    }
  }

  async #settleOne(tenant: string, by: Person): Promise<void> {
    const waits = await this.#engine.listWaits(tenant, { open: true, limit: 20 });
    if (waits.length > 0) await this.#settle(tenant, this.#random.pick(waits), by);
  }

  async #settle(tenant: string, wait: { readonly id: string; readonly kind: string }, by: Person): Promise<void> {
    const random = this.#random;
    if (wait.kind === "answer") {
      await this.#engine.answer(tenant, wait.id, random.below(3), by, { resumeOriginal: random.chance(0.2) });
    } else if (wait.kind === "approval") {
      if (random.chance(0.2)) await this.#engine.deny(tenant, wait.id, by, "no");
      else
        await this.#engine.approve(
          tenant,
          wait.id,
          by,
          random.chance(0.2) ? { arguments: { x: random.below(3) } } : {},
        );
    }
  }

  async #cancel(by: Person): Promise<void> {
    if (this.runs.length === 0) return;
    const run = this.#random.pick(this.runs);
    await this.#engine.cancelRun(run.tenant, run.runId, by.name);
  }

  async #cancelWait(tenant: string, by: Person): Promise<void> {
    const waits = await this.#engine.listWaits(tenant, { open: true, limit: 20 });
    if (waits.length > 0) await this.#engine.cancelWait(tenant, this.#random.pick(waits).id, by);
  }

  async #changePolicies(tenant: string, by: Person): Promise<void> {
    const policy = this.#random.pick(POLICIES);
    if (this.#random.chance(0.5)) await this.#engine.removePolicy(tenant, policy.id, by.name);
    else await this.#engine.savePolicy(tenant, policy, by.name);
  }
}

function onlyRefusals(error: unknown): void {
  if (!(error instanceof EngineError)) throw error;
}
