// A server with its worker on the store of a folder: ready when it has moved what can move and listed what waits; asked to
// resume parked runs, and how much memory it has.

import { folderEngine } from "../calls/bench-engine.ts";
import { serve } from "../processes/serve.ts";
import { waitingRunner } from "./waiting-runner.ts";

const PERSON = { name: "bench", roles: [] };

await serve(async () => {
  const [, , folder = ""] = process.argv;
  const { engine, ...opened } = await folderEngine(folder, waitingRunner());
  await engine.once();
  await engine.listWaits("local", { open: true, limit: 50 });
  const stop = new AbortController();
  const working = engine.work({ concurrency: 8, signal: stop.signal });
  const resume = async (runId: string): Promise<number> => {
    const [wait] = await engine.listWaits("local", { open: true, runId, limit: 1 });
    if (wait === undefined) throw new Error(`${runId} does not wait`);
    const start = performance.now();
    await engine.answer("local", wait.id, "yes", PERSON);
    await engine.moveRun("local", runId);
    const outcome = await engine.outcome("local", wait.callId);
    if (outcome.ok !== true) throw new Error(`${runId} came to ${JSON.stringify(outcome)}`);
    return performance.now() - start;
  };
  return {
    opened: {},
    async answer(question) {
      if (typeof question.resume === "string") return { ms: await resume(question.resume) };
      globalThis.gc?.();
      return { rss: process.memoryUsage.rss() };
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await working;
      await opened[Symbol.asyncDispose]();
    },
  };
});
