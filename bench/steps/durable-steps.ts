// Durable steps a second, one run alone and 32 at a time, against raw inserts with the same setting.

import type { Measurement, Row } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded } from "../statistics.ts";
import { type RawInserts, rawInserts } from "./raw-inserts.ts";
import { type Stepping, stepping } from "./stepping.ts";

const ROUNDS = 7;
const AT_ONCE = 32;

/** The rows about durable steps. */
export const durableSteps: Measurement = {
  name: "durable steps",
  async run() {
    const cycles = size("cycles", 300);
    using raw = rawInserts();
    await using haft = await stepping();
    await haft.run(50);
    raw.rate(200);
    const rates = { raw: [] as number[], alone: [] as number[], atOnce: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.raw.push(rawRate(raw, cycles));
      rates.alone.push(await stepRate(haft, 1, cycles));
      rates.raw.push(rawRate(raw, cycles));
      rates.atOnce.push(await stepRate(haft, AT_ONCE, Math.ceil(cycles / 4)));
    }
    const points: [number, number][] = [];
    for (const width of [1, 8, 64]) {
      points.push([width, rounded(1_000 / (await stepRate(haft, width, Math.ceil((cycles * 4) / width))))]);
    }
    const inserts = percentile(rates.raw, 0.5);
    return [
      row("one run alone", percentile(rates.alone, 0.5), inserts, 0.4),
      { ...row("32 runs at a time", percentile(rates.atOnce, 0.5), inserts, 1.5), curve: curve(points) },
    ];
  },
};

const rawRate = (raw: RawInserts, rows: number): number => raw.rate(rows * 2);
const curve = (points: [number, number][]): NonNullable<Row["curve"]> => ({
  x: "runs at once",
  y: "ms per step",
  points,
});

/** Steps a second of so many runs at once. */
async function stepRate(haft: Stepping, width: number, cycles: number): Promise<number> {
  const before = haft.steps();
  const start = performance.now();
  await Promise.all(Array.from({ length: width }, () => haft.run(cycles)));
  return ((haft.steps() - before) / (performance.now() - start)) * 1_000;
}

function row(how: string, steps: number, inserts: number, least: number): Row {
  const share = steps / inserts;
  return {
    what: `one durable step (append, evolve, decide, wake) on SQLite, \`synchronous=FULL\`, ${how}`,
    against: "raw inserts, same setting, through `node:sqlite`",
    goal: `≥ ${least * 100} % of the rate`,
    figures: [
      { label: "haft", value: rounded(steps), unit: "steps/s" },
      { label: "raw", value: rounded(inserts), unit: "inserts/s" },
    ],
    reached: `${rounded(steps)} steps/s, ${Math.round(share * 100)} %`,
    met: share >= least,
  };
}
