// A worker of its own process on PostgreSQL: opens the store that it is told, works in so many slots when it is told, and
// rests, so that it has loaded and run everything once before it is measured.

import { createEngine, type Engine } from "@haft/engine";
import { type OpenedStore, openStore } from "@haft/store";
import { benchPorts } from "../calls/bench-engine.ts";
import { serve } from "../processes/serve.ts";
import { noteRunner, toolbox } from "./agent.ts";
import { leanModels } from "./lean-models.ts";
import { sdkModels } from "./sdk-models.ts";

const [, , url = "", way = ""] = process.argv;

/** A worker on one store. */
class Work {
  readonly #store: OpenedStore;
  readonly #engine: Engine;
  readonly #stop = new AbortController();
  #working: Promise<void> | undefined;

  /** Workers on one machine share the folder of files. */
  constructor(store: OpenedStore, folder: string) {
    this.#store = store;
    const models = way === "sdk" ? sdkModels(url) : leanModels(url);
    this.#engine = createEngine(benchPorts({ store, folder, models, toolbox, runner: noteRunner() }));
  }

  begin(concurrency: number): void {
    this.#working = this.#engine.work({ concurrency, signal: this.#stop.signal });
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#working;
    await this.#engine[Symbol.asyncDispose]();
    await this.#store[Symbol.asyncDispose]();
  }
}

await serve(async () => {
  let work: Work | undefined;
  const rest = async (): Promise<void> => {
    await work?.end();
    work = undefined;
  };
  return {
    opened: {},
    async answer({ open, folder, slots }) {
      if (typeof open === "string") {
        await rest();
        work = new Work(await openStore(open), String(folder));
      }
      if (typeof slots === "number") work?.begin(slots);
      return {};
    },
    [Symbol.asyncDispose]: rest,
  };
});
