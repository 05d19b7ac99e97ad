// Starting sandboxes from a server of 300 MB: how long its event loop is blocked.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { createSandboxes } from "@haft/sandbox";
import type { Measurement } from "../row.ts";
import { rounded } from "../statistics.ts";
import { benchTool } from "./bench-tool.ts";

/** The row about starting. */
export const starting: Measurement = {
  name: "starting a sandbox",
  async run() {
    const ballast = Buffer.alloc(300 * 1024 * 1024, 1);
    const tool = await benchTool("python");
    await using sandboxes = await createSandboxes({ least: "namespaces", spares: false });
    const longest: number[] = [];
    for (let round = 0; round < 12; round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      // Another version is another sandbox.
      const seat = await sandboxes.take(tool.image({ version: String(round) }));
      delay.disable();
      seat.release();
      // The monitor counts its own resolution of 1 ms.
      longest.push(Math.max(0, delay.max / 1e6 - 1));
    }
    if (ballast.length === 0) throw new Error("no ballast");
    const median = longest.sort((a, b) => a - b)[Math.floor(longest.length / 2)] ?? Number.NaN;
    return [
      {
        what: "starting a sandbox from a server of 300 MB",
        against: "–",
        goal: "event loop blocked ≤ 1 ms",
        figures: [{ label: "longest block, median of 12 starts", value: rounded(median), unit: "ms" }],
        reached: `${rounded(median)} ms`,
        met: median <= 1,
      },
    ];
  },
};
