import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PhaseOutcome } from "../../src/index.ts";
import { checkLog } from "../checker/check-log.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";
import { settle } from "../harness/virtual-clock.ts";

type Action =
  | { readonly do: "start"; readonly idempotent: boolean }
  | { readonly do: "finish" | "answer" | "cancel" | "late"; readonly which: number }
  | { readonly do: "pass"; readonly seconds: number }
  | { readonly do: "die" | "once" };

const which = fc.nat({ max: 20 });
const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("start" as const), idempotent: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("finish" as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("answer" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("late" as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pass" as const), seconds: fc.constantFrom(1, 20, 40, 90) }) },
  { weight: 3, arbitrary: fc.constant({ do: "die" as const }) },
  { weight: 4, arbitrary: fc.constant({ do: "once" as const }) },
);

const OUTCOMES: readonly PhaseOutcome[] = [
  { kind: "result", value: 1 },
  { kind: "yield", wait: "answer", params: { question: "?", timeoutSeconds: 60 }, meta: {} },
  { kind: "yield", wait: "time", params: { seconds: 30 }, meta: {} },
  { kind: "error", error: { type: "E", message: "no" } },
];

/** Workers that come and go on one store. A worker that died goes on as if it did not know. */
class World {
  readonly #fixture: Fixture;
  readonly workers: ReturnType<Fixture["another"]>[] = [];
  readonly finished = new Set<unknown>();

  constructor(f: Fixture) {
    this.#fixture = f;
    this.enter();
  }

  get worker(): ReturnType<Fixture["another"]> {
    const worker = this.workers.at(-1);
    assert.ok(worker !== undefined);
    return worker;
  }

  /** A new worker, whose calls do not end by themselves, not even when they are aborted. */
  enter(): void {
    const worker = this.#fixture.another();
    worker.runner.deaf = true;
    this.workers.push(worker);
  }

  async act(action: Action): Promise<void> {
    const { engine } = this.worker;
    switch (action.do) {
      case "start": {
        const { tool } = request();
        const asked = request({ tool: { ...tool, annotations: { idempotent: action.idempotent } } });
        engine.startCall(asked).catch(() => undefined);
        return settle();
      }
      case "finish":
        return this.finish(this.worker, action.which);
      case "late":
        return this.finish(this.workers[action.which % this.workers.length] ?? this.worker, action.which);
      case "answer": {
        const waits = await engine.listWaits("local", { open: true, kind: "answer", limit: 50 });
        const wait = waits[action.which % Math.max(1, waits.length)];
        if (wait === undefined) return;
        await engine.answer("local", wait.id, action.which, person("bob")).catch(() => undefined);
        engine.moveRun("local", wait.runId).catch(() => undefined);
        return settle();
      }
      case "cancel": {
        const runs = await engine.listRuns("local", { limit: 50 });
        const run = runs[action.which % Math.max(1, runs.length)];
        if (run !== undefined) await engine.cancelRun("local", run.runId, "bob").catch(() => undefined);
        return settle();
      }
      case "pass":
        return this.#fixture.clock.pass(action.seconds * 1000);
      case "die":
        // The first engine of the fixture is machine 1, and does nothing here.
        this.#fixture.gone.add(`machine-${this.workers.length + 1}`);
        return this.enter();
      case "once":
        engine.once().catch(() => undefined);
        return settle();
    }
  }

  /** Ends one phase of a worker that has not ended. */
  async finish({ runner }: ReturnType<Fixture["another"]>, which: number): Promise<void> {
    const open = runner.phases.filter((phase) => !this.finished.has(phase));
    const phase = open[which % Math.max(1, open.length)];
    if (phase === undefined) return;
    this.finished.add(phase);
    await phase.finish(OUTCOMES[which % OUTCOMES.length] ?? { kind: "result", value: 1 });
  }

  /** Whatever is under way comes to an end, and everything that can move is moved. */
  async end(): Promise<void> {
    for (const { runner } of this.workers) runner.play = () => ({ kind: "result", value: "end" });
    for (let moved = -1; moved !== 0; ) {
      const moving = this.worker.engine.once();
      await this.#fixture.clock.pass(31_000);
      for (const { runner } of this.workers) {
        for (const phase of runner.phases) await phase.finish({ kind: "result", value: "end" });
      }
      moved = (await moving).length;
    }
  }
}

test("whatever workers and people do, and whenever workers are lost, the logs keep their rules", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 15, maxLength: 60, size: "max" }), async (list) => {
      await using f = await fixture();
      const world = new World(f);
      for (const action of list) await world.act(action);
      await world.end();
      const ledger = world.workers.flatMap(({ runner }) =>
        runner.phases.map(({ call, input }) => ({
          callId: call.callId,
          phase: input.phase === "call" ? "call" : input.waitId,
        })),
      );
      for (const run of await f.engine.listRuns("local", { limit: 100 })) {
        const events = await f.engine.events("local", run.runId);
        const callId = events.flatMap((event) => (event.type === "tool.called" ? [event.data.callId] : []))[0];
        const faults = checkLog(
          events,
          ledger.filter((line) => line.callId === callId),
        );
        assert.deepEqual(faults, []);
        assert.ok(
          ["completed", "failed", "cancelled", "waiting"].includes(run.status),
          `${run.runId} is ${run.status}`,
        );
      }
    }),
    { numRuns: 20 },
  );
});
