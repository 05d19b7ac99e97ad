// TypeScript calls: in fresh processes one by one and at the highest rate, and many in one process.

import { spawnSync } from "node:child_process";
import { createSandboxes } from "@haft/sandbox";
import type { Measurement, Row } from "../row.ts";
import { alternate, percentile, rounded } from "../statistics.ts";
import { rate } from "./at-once.ts";
import { benchEngine, directRunner, sandboxRunner } from "./bench-engine.ts";
import { benchTool } from "./bench-tool.ts";
import { freshProcess } from "./fresh-process.ts";

const sum = (args: Readonly<Record<string, unknown>>): number => Number(args.a) + Number(args.b);
const CORES = 2;

/** CPU seconds of one bare start of Node, the median of 15. */
function bareNodeSeconds(): number {
  const seconds: number[] = [];
  for (let round = 0; round < 15; round++) {
    const before = process.resourceUsage();
    const usage = spawnSync("/usr/bin/env", ["bash", "-c", `TIMEFORMAT='%U %S'; time ${process.execPath} -e 0`], {
      encoding: "utf8",
    });
    const [user = 0, system = 0] = usage.stderr.trim().split(" ").map(Number);
    if (before !== undefined) seconds.push(user + system);
  }
  return percentile(seconds, 0.5);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The rows about TypeScript calls. */
export const typescriptCalls: Measurement = {
  name: "typescript calls",
  async run() {
    const tool = await benchTool("typescript");
    await using sandboxes = await createSandboxes({ least: "namespaces" });
    await using haft = await benchEngine(sandboxRunner(sandboxes, tool.image()));
    await using reused = await benchEngine(sandboxRunner(sandboxes, tool.image({ reuse: true })));
    await using direct = await benchEngine(directRunner(sum));
    using fresh = freshProcess(tool);
    for (let warm = 0; warm < 30; warm++) for (const side of [reused, direct]) await side.call(tool);
    await haft.call(tool);

    const oneByOne: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < 40; round++) {
      // Calls that arrive one by one find a process that is waiting.
      await pause(120);
      const times = await alternate(1, { haft: () => haft.call(tool) });
      oneByOne.push(...times.haft);
      plain.push(...(await alternate(1, { fresh: () => fresh.call() })).fresh);
    }
    const inProcess = await alternate(300, { reused: () => reused.call(tool), direct: () => direct.call(tool) });
    const perSecond = await rate(200, 8, () => haft.call(tool));
    return [
      arriving(oneByOne, plain),
      reuse(inProcess.reused, inProcess.direct),
      throughput(perSecond, bareNodeSeconds()),
    ];
  },
};

function arriving(haft: readonly number[], plain: readonly number[]): Row {
  const ratio = percentile(plain, 0.5) / percentile(haft, 0.5);
  return {
    what: "TypeScript call, own process, arriving one by one",
    against: "bwrap … node per call",
    goal: "≥ 8 × faster",
    figures: [
      { label: "haft p50", value: rounded(percentile(haft, 0.5)), unit: "ms" },
      { label: "bwrap node p50", value: rounded(percentile(plain, 0.5)), unit: "ms" },
    ],
    reached: `${rounded(percentile(haft, 0.5))} ms, ${rounded(ratio)} × faster`,
    met: ratio >= 8,
  };
}

function reuse(reused: readonly number[], direct: readonly number[]): Row {
  const ratio = percentile(reused, 0.5) / percentile(direct, 0.5);
  return {
    what: "TypeScript call with reuse",
    against: "an in-process function call through the same validation and log",
    goal: "p50 ≤ 3 ×",
    figures: [
      { label: "reuse p50", value: rounded(percentile(reused, 0.5)), unit: "ms" },
      { label: "in process p50", value: rounded(percentile(direct, 0.5)), unit: "ms" },
    ],
    reached: `${rounded(ratio)} ×`,
    met: ratio <= 3,
  };
}

function throughput(perSecond: number, nodeSeconds: number): Row {
  const possible = CORES / nodeSeconds;
  const share = perSecond / possible;
  return {
    what: "TypeScript calls a second in fresh processes, module without dependencies",
    against: `${CORES} cores ÷ CPU time of one bare node start`,
    goal: "≥ 65 %",
    figures: [
      { label: "haft", value: rounded(perSecond), unit: "calls/s" },
      { label: "possible", value: rounded(possible), unit: "calls/s" },
    ],
    reached: `${rounded(perSecond)} calls/s, ${Math.round(share * 100)} %`,
    met: share >= 0.65,
  };
}
