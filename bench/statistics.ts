// Percentiles, and running two sides alternately so that the machine's moods meet both.

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds that something took. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs the sides in turn, `rounds` times, and gives the milliseconds of each. */
export async function alternate<Name extends string>(
  rounds: number,
  sides: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) times[name].push(await timed(sides[name]));
  }
  return times;
}

/** Three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
