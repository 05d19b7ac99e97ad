// How the cost of a step, and of taking a run up again, grows with the events of the run.

import { folderEngine, inProcessRunner } from "../calls/bench-engine.ts";
import type { Measurement, Row } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded } from "../statistics.ts";
import { stepping } from "./stepping.ts";

/** Events of one cycle: the wait, its end, the resume. */
const EVENTS_PER_CYCLE = 3;
/** So many cycles are looked at before each size. */
const WINDOW = 30;

/** The rows about long logs. */
export const growth: Measurement = {
  name: "durable steps: long logs",
  async run() {
    const largest = size("events", 100_000);
    const sizes = [100, 10_000, 1_000_000].filter((events) => events < largest).concat(largest);
    return [await stepsOfALongRun(sizes), await takenUpAgain(sizes)];
  },
};

async function stepsOfALongRun(sizes: readonly number[]): Promise<Row> {
  const begun: number[] = [];
  await using haft = await stepping((cycle) => {
    begun[cycle] = performance.now();
  });
  const cycles = sizes.map((events) => Math.ceil(events / EVENTS_PER_CYCLE));
  await haft.run(500);
  begun.length = 0;
  await haft.run(Math.max(...cycles));
  const points = sizes.map((events, index): [number, number] => {
    const last = cycles[index] ?? 0;
    const spans = begun.slice(Math.max(0, last - WINDOW), last + 1).map((at, n, all) => at - (all[n - 1] ?? at));
    return [events, rounded(percentile(spans.slice(1), 0.5))];
  });
  return grown("two durable steps at the end of a long log", "events in the run", points);
}

/** A run that waits at the end of its log is claimed, folded and ended by another engine on the same store. */
async function takenUpAgain(sizes: readonly number[]): Promise<Row> {
  const points: [number, number][] = [];
  for (const events of sizes) {
    await using haft = await stepping();
    const runId = await haft.park(Math.ceil(events / EVENTS_PER_CYCLE));
    await using other = await folderEngine(
      haft.folder,
      inProcessRunner(async () => ({ kind: "result", value: null })),
    );
    const [wait] = await other.engine.listWaits("local", { open: true, limit: 1 });
    if (wait === undefined) throw new Error("the run does not wait");
    const start = performance.now();
    await other.engine.answer("local", wait.id, "go on", { name: "bench", roles: [] });
    await other.engine.moveRun("local", runId);
    points.push([events, rounded(performance.now() - start)]);
  }
  return grown("a parked run answered, taken up by another engine and ended", "events in the run", points);
}

function grown(what: string, x: string, points: readonly (readonly [number, number])[]): Row {
  const first = points[0] ?? [1, 1];
  const last = points.at(-1) ?? first;
  const times = last[1] / first[1];
  return {
    what,
    against: `the same at ${first[0]} events`,
    goal: "no worse than linear",
    figures: points.map(([events, ms]) => ({ label: `${events} ${x}`, value: ms, unit: "ms" })),
    reached: `${last[1]} ms at ${last[0]} events, ${rounded(times)} ×`,
    met: times <= last[0] / first[0],
    curve: { x, y: "ms", points },
  };
}
