// Calls against their floor: a bare fork() round trip of a parent that loaded the same module, and a bare Node start.
// Prints one line of JSON: medians and 99th percentiles in milliseconds, sides alternating.

import { execFileSync, spawnSync } from "node:child_process";
import { callOf, imageOf, sandboxesBy } from "../test/harness.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CALLS = Number(process.env.CALLS ?? 200);

/** Forks, the child writes one byte and leaves, the parent waits; milliseconds of each round trip. */
const FORKS = `
import json, os, sys, time
sys.path.insert(0, sys.argv[1])
import haft_runner.call, haft_runner.serve
times = []
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"x")
        os._exit(0)
    os.close(writing)
    os.read(reading, 1)
    os.waitpid(child, 0)
    os.close(reading)
    times.append((time.perf_counter() - start) * 1000)
print(json.dumps(times))
`;

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(3));
}

function forks(): number[] {
  const library = new URL("../../python/lib", import.meta.url).pathname;
  return JSON.parse(
    execFileSync("/usr/bin/python3", ["-I", "-S", "-c", FORKS, library, String(CALLS)], { encoding: "utf8" }),
  );
}

function nodeStarts(count: number): number[] {
  return Array.from({ length: count }, () => {
    const start = performance.now();
    spawnSync(process.execPath, ["-e", ""]);
    return performance.now() - start;
  });
}

await using sandboxes = await sandboxesBy("bubblewrap");
const python = imageOf("python", "return given");
const typescript = imageOf("typescript", "return given");

async function calls(image: typeof python, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const start = performance.now();
    const seat = await sandboxes.take(image);
    await seat.call(callOf(at), {});
    times.push(performance.now() - start);
  }
  return times;
}

/** How long the event loop was held by starting a sandbox. */
async function blocked(): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let running = true;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(look);
  };
  look();
  const seat = await sandboxes.take(imageOf("python", "return 1", { version: String(Math.random()) }));
  running = false;
  seat.release();
  return longest;
}

await calls(python, 20);
await calls(typescript, 3);
const sides = { fork: [] as number[], python: [] as number[], node: [] as number[], typescript: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  sides.fork.push(...forks());
  sides.python.push(...(await calls(python, CALLS)));
  sides.node.push(...nodeStarts(10));
  sides.typescript.push(...(await calls(typescript, 10)));
}
const start = performance.now();
await Promise.all(Array.from({ length: 32 }, () => calls(python, 25)));
const perSecond = Math.round((32 * 25 * 1000) / (performance.now() - start));
const figures = Object.fromEntries(
  Object.entries(sides).map(([name, times]) => [name, { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }]),
);
console.log(
  JSON.stringify({ ...figures, pythonPerSecond: perSecond, startBlockedMs: Number((await blocked()).toFixed(2)) }),
);
