// How the cost of a step, and of taking a run up again, grows with the events of the run. `events=1000000` takes minutes.

import { folderEngine, inProcessRunner } from "../calls/bench-engine.ts";
import type { Measurement, Row } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded } from "../statistics.ts";
import { type Stepping, stepping } from "./stepping.ts";

/** Events of one cycle: the wait, its end, the resume. */
const EVENTS_PER_CYCLE = 3;
/** So many cycles are looked at before each size. */
const WINDOW = 30;
/** So often a run of each size is taken up again. */
const TIMES = 5;

type Point = readonly [events: number, ms: number];

/** The rows about long logs. */
export const growth: Measurement = {
  name: "durable steps: long logs",
  async run() {
    const largest = size("events", 100_000);
    const steps: Point[] = [];
    const taken: Point[] = [];
    for (const events of [100, 10_000, 1_000_000].filter((each) => each < largest).concat(largest)) {
      const measured = await runOfSize(events);
      steps.push([events, rounded(measured.cycle)]);
      taken.push([events, rounded(measured.taken)]);
    }
    return [
      grown("two durable steps at the end of a long log", steps),
      grown("a parked run answered, taken up by another engine and ended", taken),
    ];
  },
};

/** A run that has so many events when it waits: its last cycles, and how it is taken up by an engine that never saw it. */
async function runOfSize(events: number): Promise<{ readonly cycle: number; readonly taken: number }> {
  let begun: number[] = [];
  await using haft = await stepping(() => begun.push(performance.now()));
  await haft.run(300);
  const taken: number[] = [];
  // Long runs are made once; short ones are soon made again.
  for (let time = 0; time < (events > 10_000 ? 1 : TIMES); time++) {
    begun = [];
    const runId = await haft.park(Math.ceil(events / EVENTS_PER_CYCLE));
    taken.push(await takenUp(haft, runId));
  }
  const last = begun.slice(-WINDOW - 1);
  const spans = last.slice(1).map((at, index) => at - (last[index] ?? at));
  return { cycle: percentile(spans, 0.5), taken: percentile(taken, 0.5) };
}

async function takenUp(haft: Stepping, runId: string): Promise<number> {
  const answered = inProcessRunner(async () => ({ kind: "result", value: null }));
  await using other = await folderEngine(haft.folder, answered);
  const [wait] = await other.engine.listWaits("local", { open: true, runId, limit: 1 });
  if (wait === undefined) throw new Error("the run does not wait");
  const start = performance.now();
  await other.engine.answer("local", wait.id, "go on", { name: "bench", roles: [] });
  await other.engine.moveRun("local", runId);
  return performance.now() - start;
}

function grown(what: string, points: readonly Point[]): Row {
  const first = points[0] ?? [1, 1];
  const last = points.at(-1) ?? first;
  const times = last[1] / first[1];
  return {
    what,
    against: `the same with ${first[0]} events`,
    goal: "no worse than linear",
    figures: points.map(([events, ms]) => ({
      label: `${events.toLocaleString("en")} events in the run`,
      value: ms,
      unit: "ms",
    })),
    reached: `${last[1]} ms with ${last[0].toLocaleString("en")} events, ${rounded(times)} ×`,
    met: times <= last[0] / first[0],
    curve: { x: "events in the run", y: "ms", points },
  };
}
