// Kills workers a thousand times, half of the times on each store, and prints what that came to:
// `npm run chaos -- [KILLS] [SEED]`. Beside the first kills, workers are silent for a minute in the middle of a call; with 0
// kills there is nothing else. Ends with 1 where anything was lost, happened twice or without its approval.

import { type Chaos, chaos } from "../packages/haft/test/chaos/chaos.ts";
import { cutOff, type Silence, stopped } from "../packages/haft/test/chaos/silences.ts";
import { type PostgresServer, postgresDatabase, startPostgres } from "../packages/store/test/postgres/server.ts";

/** Of one round at the most: then all runs come to their end and are judged, and a new round begins on an empty store. */
const ROUND = 50;

const kills = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (!Number.isInteger(kills) || kills < 0 || !Number.isInteger(seed)) {
  console.error("write npm run chaos -- 1000, and behind it a seed to repeat the choices of a run before");
  process.exit(2);
}

const COUNTS = [
  "runs",
  "calls",
  "events",
  "takeovers",
  "orphans",
  "unknown",
  "workerLost",
  "again",
  "acknowledged",
] as const;
type Sums = Record<(typeof COUNTS)[number], number>;

const struck = new Map<string, number>();
const sums = new Map<string, Sums & { kills: number; seconds: number; faults: number }>();

function count(store: string, round: Chaos): void {
  const none = {
    runs: 0,
    calls: 0,
    events: 0,
    takeovers: 0,
    orphans: 0,
    unknown: 0,
    workerLost: 0,
    again: 0,
    acknowledged: 0,
  };
  const sum = sums.get(store) ?? { ...none, kills: 0, seconds: 0, faults: 0 };
  for (const name of COUNTS) sum[name] += round[name];
  for (const [what, times] of round.strikes) {
    struck.set(what, (struck.get(what) ?? 0) + times);
    if (what !== "stopped") sum.kills += times;
  }
  sum.seconds += round.seconds;
  sum.faults += round.faults.length;
  sums.set(store, sum);
}

async function killAll(server: PostgresServer): Promise<void> {
  const most = Math.min(ROUND, Math.ceil(kills / 2));
  for (let done = 0, round = 0; done < kills; round++) {
    const store = round % 2 === 0 ? "SQLite" : "PostgreSQL";
    const now = Math.min(most, kills - done);
    await using database = store === "SQLite" ? undefined : await postgresDatabase(server);
    const address = database === undefined ? {} : { store: database.url };
    // Each round goes on with the kind of event with which the one before it on this store ended.
    const firstKind = Math.floor(round / 2) * Math.ceil(ROUND / 2);
    const came = await chaos({ kills: now, seed: seed + round * 10, firstKind, languages: "both", ...address });
    count(store, came);
    done += now;
    console.log(
      `${done} of ${kills} kills; ${store}: ${came.runs} runs in ${came.seconds} s, ${came.faults.length} faults`,
    );
    for (const fault of came.faults) console.log(`  ${fault}`);
    for (const line of came.wrong) console.log(`    ${line}`);
  }
}

async function silenceSome(server: PostgresServer): Promise<readonly Silence[]> {
  await using first = await postgresDatabase(server);
  await using second = await postgresDatabase(server);
  const came = await Promise.all([
    stopped("stopped, on SQLite"),
    stopped("stopped, on PostgreSQL", first.url),
    cutOff("cut off from PostgreSQL", second.url),
  ]);
  for (const { name, faults } of came) for (const fault of faults) console.log(`  ${name}: ${fault}`);
  return came;
}

await using server = await startPostgres();
const [silences] = await Promise.all([silenceSome(server), killAll(server)]);

console.log(`\nseed ${seed}`);
if (sums.size > 0) console.table(Object.fromEntries(sums));
const byTimes = [...struck].sort(([, a], [, b]) => b - a);
if (byTimes.length > 0) console.table(Object.fromEntries(byTimes.map(([what, times]) => [what, { times }])));
console.table(
  Object.fromEntries(
    silences.map(({ name, faults, endedMs, takenMs }) => [
      `silent for 60 s: ${name}`,
      { "last sign of the call, s": endedMs / 1000, "taken over after, s": takenMs / 1000, faults: faults.length },
    ]),
  ),
);
const faults = [...sums.values(), ...silences.map((silence) => ({ faults: silence.faults.length }))];
process.exitCode = faults.some((each) => each.faults > 0) ? 1 : 0;
