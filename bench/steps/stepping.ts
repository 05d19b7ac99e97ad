// Runs that take one durable step after another through the engine: a tool sleeps for no time, and its companion again.
// Each cycle is two appends with what is folded and decided between them: the wait with its end, and the resume.

import type { PhaseInput, PhaseOutcome, StartedCall } from "@haft/engine";
import type { SqliteStore } from "@haft/store";
import { type FolderEngine, folderEngine, inProcessRunner } from "../calls/bench-engine.ts";
import { benchFolder } from "../calls/folder.ts";
import { waitingCall } from "../waits/tool.ts";

/** An engine whose appends are counted. */
export interface Stepping extends AsyncDisposable {
  readonly folder: string;
  readonly opened: FolderEngine;
  /** Appends so far: each is one durable step. */
  steps(): number;
  /** A run of so many cycles; resolves with its id when it has ended. */
  run(cycles: number): Promise<string>;
  /** A run of so many cycles that asks a question in the end; resolves with its id when it waits for the answer. */
  park(cycles: number): Promise<string>;
}

/** Opens an engine on a new store. `told` hears the number of each cycle as it begins. */
export async function stepping(told: (cycle: number) => void = () => undefined): Promise<Stepping> {
  const folder = benchFolder();
  let steps = 0;
  const counted = (store: SqliteStore): SqliteStore => ({
    ...store,
    append(request) {
      steps += 1;
      return store.append(request);
    },
  });
  const runner = inProcessRunner(async (_call, input) => cycle(input, told));
  const opened = await folderEngine(folder.path, runner, counted);
  const start = (plan: { cycles: number; ask: boolean }): Promise<StartedCall> => {
    const limits = { resumes: plan.cycles + 10, events: plan.cycles * 4 + 100 };
    return opened.engine.startCall(waitingCall("step", { arguments: plan, limits }));
  };
  return {
    folder: folder.path,
    opened,
    steps: () => steps,
    async run(cycles) {
      const { runId, callId } = await start({ cycles, ask: false });
      const outcome = await opened.engine.outcome("local", callId);
      if (outcome.value !== cycles) throw new Error(`the run came to ${JSON.stringify(outcome)}`);
      return runId;
    },
    park: async (cycles) => (await start({ cycles, ask: true })).runId,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

function cycle(input: PhaseInput, told: (cycle: number) => void): PhaseOutcome {
  const plan = input.phase === "call" ? input.arguments : input.meta;
  const [done, cycles] = [Number(plan.done ?? 0), Number(plan.cycles)];
  told(done);
  if (done < cycles) {
    return { kind: "yield", wait: "time", params: { seconds: 0 }, meta: { ...plan, done: done + 1 } };
  }
  if (plan.ask !== true) return { kind: "result", value: cycles };
  return { kind: "yield", wait: "answer", params: { question: "Go on?" }, meta: { ...plan, ask: false } };
}
