// A tool that parks at once for what its arguments say, and ends with the answer, in the process of whoever moves it.

import type { Runner } from "@haft/engine";
import { inProcessRunner } from "../calls/bench-engine.ts";

const A_MONTH = 30 * 24 * 3600;

/** The waits that it opens, in turns. */
export const KINDS = ["answer", "time", "signal"] as const;

/** Runs the tool. */
export function waitingRunner(): Runner {
  return inProcessRunner(async (_call, input) => {
    if (input.phase === "resume") return { kind: "result", value: input.payload };
    switch (input.arguments.kind) {
      case "time":
        return { kind: "yield", wait: "time", params: { seconds: A_MONTH }, meta: {} };
      case "signal":
        return { kind: "yield", wait: "signal", params: { key: `job/${input.idempotencyKey}` }, meta: {} };
      default:
        return { kind: "yield", wait: "answer", params: { question: "Go on?" }, meta: { step: 1 } };
    }
  });
}
