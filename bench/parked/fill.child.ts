// Parks runs in the store of a folder through the engine, many at a time, and tells some of those that ask a question.

import { folderEngine } from "../calls/bench-engine.ts";
import { serve } from "../processes/serve.ts";
import { waitingCall } from "../waits/tool.ts";
import { KINDS, waitingRunner } from "./waiting-runner.ts";

/** Group commit takes what comes meanwhile into the next commit. */
const AT_ONCE = 64;

await serve(async () => {
  const [, , folder = ""] = process.argv;
  const { engine, ...opened } = await folderEngine(folder, waitingRunner());
  const park = async (number: number): Promise<string> => {
    const kind = KINDS[number % KINDS.length] ?? "answer";
    return (await engine.startCall(waitingCall("wait", { arguments: { kind, number } }))).runId;
  };
  return {
    opened: {},
    async answer({ from, count, sample }) {
      const [first, all, wanted] = [Number(from), Number(count), Number(sample)];
      // Spread over all, of those that can be answered.
      const stride = Math.max(1, Math.floor(all / wanted / KINDS.length)) * KINDS.length;
      const runs: string[] = [];
      let next = 0;
      const start = performance.now();
      const lane = async (): Promise<void> => {
        for (let number = next++; number < all; number = next++) {
          const runId = await park(first + number);
          if ((first + number) % stride === 0) runs.push(runId);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      return { runs, perSecond: (all / (performance.now() - start)) * 1_000 };
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
});
