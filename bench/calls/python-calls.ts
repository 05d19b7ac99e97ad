// Python calls through the engine with a durable log: one by one, and 32 at a time.

import { createSandboxes } from "@haft/sandbox";
import type { Measurement, Row } from "../row.ts";
import { alternate, percentile, rounded } from "../statistics.ts";
import { rate } from "./at-once.ts";
import { bareFork } from "./bare-fork.ts";
import { benchEngine, directRunner, sandboxRunner } from "./bench-engine.ts";
import { benchTool } from "./bench-tool.ts";
import { freshProcess } from "./fresh-process.ts";

const sum = (args: Readonly<Record<string, unknown>>): number => Number(args.a) + Number(args.b);

/** The rows about Python calls. */
export const pythonCalls: Measurement = {
  name: "python calls",
  async run() {
    const tool = await benchTool("python");
    await using sandboxes = await createSandboxes({ least: "namespaces" });
    await using haft = await benchEngine(sandboxRunner(sandboxes, tool.image()));
    await using appends = await benchEngine(directRunner(sum));
    using fresh = freshProcess(tool);
    const fork = await bareFork();
    for (let warm = 0; warm < 50; warm++) {
      await haft.call(tool);
      await appends.call(tool);
    }
    const times = await alternate(400, {
      haft: () => haft.call(tool),
      fork: () => fork.round(),
      appends: () => appends.call(tool),
    });
    const freshTimes = await alternate(30, { fresh: () => fresh.call(), haft: () => haft.call(tool) });
    const points: [number, number][] = [];
    for (const width of [1, 8, 64])
      points.push([width, rounded(1_000 / (await rate(width === 1 ? 200 : 600, width, () => haft.call(tool))))]);
    const many = await rate(1_000, 32, () => haft.call(tool));
    const manyFresh = await rate(100, 32, () => fresh.call());
    await fork.end();
    return [againstFork(times), againstFresh(freshTimes), manyAtOnce(many, manyFresh, points)];
  },
};

function againstFork(times: Readonly<Record<"haft" | "fork" | "appends", number[]>>): Row {
  const ratio = (share: number): number =>
    percentile(times.haft, share) / (percentile(times.fork, share) + percentile(times.appends, share));
  const [p50, p99] = [ratio(0.5), ratio(0.99)];
  return {
    what: "Python call, own process, level namespaces, through the engine with a durable log",
    against: "a bare fork() round trip plus the call's appends alone",
    goal: "p50 ≤ 2 ×, p99 ≤ 6 ×",
    figures: Object.entries(times).flatMap(([label, each]) => [
      { label: `${label} p50`, value: rounded(percentile(each, 0.5)), unit: "ms" },
      { label: `${label} p99`, value: rounded(percentile(each, 0.99)), unit: "ms" },
    ]),
    reached: `p50 ${rounded(p50)} × (${rounded(percentile(times.haft, 0.5))} ms), p99 ${rounded(p99)} ×`,
    met: p50 <= 2 && p99 <= 6,
  };
}

function againstFresh(times: Readonly<Record<"fresh" | "haft", number[]>>): Row {
  const ratio = percentile(times.fresh, 0.5) / percentile(times.haft, 0.5);
  return {
    what: "the same",
    against: "a fresh sandboxed interpreter per call that loads the same file",
    goal: "≥ 8 × faster",
    figures: [{ label: "fresh p50", value: rounded(percentile(times.fresh, 0.5)), unit: "ms" }],
    reached: `${rounded(ratio)} × faster`,
    met: ratio >= 8,
  };
}

function manyAtOnce(many: number, manyFresh: number, points: [number, number][]): Row {
  return {
    what: "Python calls a second, 32 at a time",
    against: "the same fresh interpreter per call, 32 at a time",
    goal: "≥ 6 ×",
    figures: [
      { label: "haft", value: rounded(many), unit: "calls/s" },
      { label: "fresh", value: rounded(manyFresh), unit: "calls/s" },
    ],
    reached: `${rounded(many)} calls/s, ${rounded(many / manyFresh)} ×`,
    met: many / manyFresh >= 6,
    curve: { x: "at once", y: "ms per call", points },
  };
}
