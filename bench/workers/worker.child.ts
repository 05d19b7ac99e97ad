// A worker of its own process on a PostgreSQL store: told when it is ready, it works in so many slots until it is ended.

import { createEngine } from "@haft/engine";
import { openStore } from "@haft/store";
import { benchPorts } from "../calls/bench-engine.ts";
import { benchFolder } from "../calls/folder.ts";
import { serve } from "../processes/serve.ts";
import { noteRunner, toolbox } from "./agent.ts";
import { leanModels } from "./lean-models.ts";
import { sdkModels } from "./sdk-models.ts";

const [, , address = "", models = "", way = ""] = process.argv;

await serve(async () => {
  const folder = benchFolder();
  const store = await openStore(address);
  const engine = createEngine(
    benchPorts({
      ...{ store, toolbox, folder: folder.path, runner: noteRunner() },
      models: way === "sdk" ? sdkModels(models) : leanModels(models),
    }),
  );
  const stop = new AbortController();
  let working: Promise<void> | undefined;
  return {
    opened: {},
    async answer({ slots }) {
      working = engine.work({ concurrency: Number(slots), signal: stop.signal });
      return {};
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await working;
      await engine[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
});
