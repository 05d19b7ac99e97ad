// Many parked runs, made by the engine with their whole logs, against a store with next to none: memory of a server, how long
// a resume takes, and how long a server takes to be ready.

import { benchFolder } from "../calls/folder.ts";
import { type Child, startChild } from "../processes/child.ts";
import type { Curve, Measurement, Row } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded, timed } from "../statistics.ts";

/** Resumes of each side, and restarts. */
const RESUMES = 250;
const WARM = 30;
const RESTARTS = 7;
const LEAST = 1_000;
const MIB = 1024 ** 2;

/** A store, and runs of it that can be answered. */
interface Filled {
  readonly folder: string;
  readonly runs: string[];
  parked: number;
  perSecond: number;
}

/** The rows about parked runs. */
export const parkedRuns: Measurement = {
  name: "parked runs",
  async run() {
    const count = size("parked", 100_000);
    if (count < LEAST) throw new Error(`parked= is at least ${LEAST}: fewer runs than are resumed would be parked`);
    using emptyFolder = benchFolder();
    using fullFolder = benchFolder();
    const few: Filled = { folder: emptyFolder.path, runs: [], parked: 0, perSecond: 0 };
    const many: Filled = { folder: fullFolder.path, runs: [], parked: 0, perSecond: 0 };
    // As many as are resumed, so that there is something to resume: of each three one can be answered.
    await fill(few, (RESUMES + WARM) * 3);
    const points: [number, number][] = [];
    for (const parked of [100, 10_000].filter((step) => step < count)) {
      await fill(many, parked);
      points.push([parked, rounded(percentile(await resumes(many, 30), 0.5))]);
    }
    await fill(many, count);
    const restarts = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round < RESTARTS; round++) {
      restarts.few.push(await restart(few));
      restarts.many.push(await restart(many));
    }
    const compared = await sideBySide(few, many);
    points.push([count, rounded(percentile(compared.many, 0.5))]);
    return [
      memoryRow(many, compared.rss),
      resumeRow(many, compared, { x: "parked runs", y: "ms per resume", points }),
      restartRow(many, restarts),
    ];
  },
};

/** Parks runs until there are so many. */
async function fill(store: Filled, count: number): Promise<void> {
  await using child = await startChild(new URL("./fill.child.ts", import.meta.url), [store.folder]);
  const more = count - store.parked;
  const { runs, perSecond } = await child.ask({ from: store.parked, count: more, sample: RESUMES + WARM + 60 });
  if (!Array.isArray(runs)) throw new Error("nothing was parked");
  store.runs.push(...runs);
  store.parked = count;
  store.perSecond = Number(perSecond);
}

const startServer = (store: Filled): Promise<Child> =>
  startChild(new URL("./server.child.ts", import.meta.url), [store.folder], ["--expose-gc"]);

async function restart(store: Filled): Promise<number> {
  let server: Child | undefined;
  const took = await timed(async () => {
    server = await startServer(store);
  });
  await server?.[Symbol.asyncDispose]();
  return took;
}

async function resumeNext(server: Child, store: Filled): Promise<number> {
  const runId = store.runs.pop();
  if (runId === undefined) throw new Error("there is nothing left to resume");
  return Number((await server.ask({ resume: runId })).ms);
}

async function resumes(store: Filled, count: number): Promise<number[]> {
  await using server = await startServer(store);
  const times: number[] = [];
  for (let round = 0; round < count; round++) times.push(await resumeNext(server, store));
  return times;
}

interface Compared {
  readonly few: number[];
  readonly many: number[];
  readonly rss: { readonly few: number; readonly many: number };
}

async function sideBySide(few: Filled, many: Filled): Promise<Compared> {
  await using fewServer = await startServer(few);
  await using manyServer = await startServer(many);
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = -WARM; round < RESUMES; round++) {
    const took = { few: await resumeNext(fewServer, few), many: await resumeNext(manyServer, many) };
    if (round < 0) continue;
    times.few.push(took.few);
    times.many.push(took.many);
  }
  const rss = async (server: Child): Promise<number> => Number((await server.ask({})).rss) / MIB;
  return { ...times, rss: { few: await rss(fewServer), many: await rss(manyServer) } };
}

const title = ({ parked }: Filled): string => `${parked.toLocaleString("en")} parked runs`;

function memoryRow(many: Filled, rss: Compared["rss"]): Row {
  const more = rss.many - rss.few;
  return {
    what: `${title(many)}: resident memory of a server`,
    against: "an empty server",
    goal: "≤ 64 MiB more",
    figures: [
      { label: "with them", value: rounded(rss.many), unit: "MiB" },
      { label: "empty", value: rounded(rss.few), unit: "MiB" },
      { label: "parked by the engine", value: rounded(many.perSecond), unit: "runs/s" },
    ],
    reached: `${rounded(rss.many)} MiB, ${rounded(more)} MiB more`,
    met: more <= 64,
  };
}

function resumeRow(many: Filled, times: Compared, curve: Curve): Row {
  const [full, empty] = [percentile(times.many, 0.99), percentile(times.few, 0.99)];
  return {
    what: `${title(many)}: answer → resumed result`,
    against: "an empty store",
    goal: "p99 ≤ 2 ×",
    figures: [
      { label: "with them p50", value: rounded(percentile(times.many, 0.5)), unit: "ms" },
      { label: "with them p99", value: rounded(full), unit: "ms" },
      { label: "empty p50", value: rounded(percentile(times.few, 0.5)), unit: "ms" },
      { label: "empty p99", value: rounded(empty), unit: "ms" },
    ],
    reached: `p99 ${rounded(full)} ms, ${rounded(full / empty)} ×`,
    met: full <= 2 * empty,
    curve,
  };
}

function restartRow(many: Filled, times: Readonly<Record<"few" | "many", number[]>>): Row {
  const [full, empty] = [percentile(times.many, 0.5), percentile(times.few, 0.5)];
  return {
    what: `${title(many)}: restart of a server until it is ready`,
    against: "an empty store",
    goal: "≤ 1 s more",
    figures: [
      { label: "with them", value: rounded(full), unit: "ms" },
      { label: "empty", value: rounded(empty), unit: "ms" },
    ],
    reached: `${rounded(full)} ms, ${rounded(full - empty)} ms more`,
    met: full - empty <= 1_000,
  };
}
