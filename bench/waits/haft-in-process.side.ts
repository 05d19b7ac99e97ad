// Haft with a tool in this process, as its peers run their steps: the real engine and store, and no sandbox.

import { folderEngine, inProcessRunner } from "../calls/bench-engine.ts";
import { benchFolder } from "../calls/folder.ts";
import { haftSide } from "./haft-side.ts";
import { serveSide } from "./side.ts";
import { waitingCall } from "./tool.ts";

await serveSide(async () => {
  const folder = benchFolder();
  const runner = inProcessRunner(async (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "answer", params: { question: "Go on?" }, meta: {} }
      : { kind: "result", value: (input.payload as { response: string }).response },
  );
  const opened = await folderEngine(folder.path, runner);
  return haftSide(
    "Haft, tool in process: SQLite WAL with synchronous=FULL, no sandbox",
    opened.engine,
    waitingCall("ask"),
    {
      async [Symbol.asyncDispose]() {
        await opened[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      },
    },
  );
});
