// Four workers on one PostgreSQL against one: agents whose every step waits for the model server.

import { createEngine, type Engine } from "@haft/engine";
import { type OpenedStore, openStore } from "@haft/store";
import { benchPorts } from "../calls/bench-engine.ts";
import { benchFolder } from "../calls/folder.ts";
import { type Cluster, startCluster } from "../postgres/cluster.ts";
import { type Child, startChild } from "../processes/child.ts";
import type { Measurement, Row } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded } from "../statistics.ts";
import { allEnded } from "../tenants/all-ended.ts";
import { AGENT, noteRunner, STEPS, toolbox } from "./agent.ts";
import { leanModels } from "./lean-models.ts";

const SLOTS = 8;
const MANY = 4;
const ROUNDS = 3;
const WAYS = ["lean", "sdk"] as const;

type Way = (typeof WAYS)[number];

/** A store with nothing in it, and whoever makes its runs. */
interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly store: OpenedStore;
  readonly engine: Engine;
}

/** The rows about workers on PostgreSQL. */
export const fourWorkers: Measurement = {
  name: "workers on PostgreSQL",
  async run() {
    const runs = size("runs", 48);
    await using cluster = await startCluster();
    await using server = await startChild(new URL("./model-server.child.ts", import.meta.url), [String(STEPS)]);
    const url = String(server.opened.url);
    const rows: Row[] = [];
    for (const way of WAYS) {
      const rates = { one: [] as number[], many: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        rates.one.push(await stepRate(cluster, `${way}_one_${round}`, { url, way, workers: 1, runs }));
        rates.many.push(await stepRate(cluster, `${way}_many_${round}`, { url, way, workers: MANY, runs: runs * 2 }));
      }
      rows.push(row(way, percentile(rates.one, 0.5), percentile(rates.many, 0.5)));
    }
    return rows;
  },
};

interface Load {
  readonly url: string;
  readonly way: Way;
  readonly workers: number;
  readonly runs: number;
}

/** Model steps a second, in a database of its own, from the moment at which all workers are told to begin. */
async function stepRate(cluster: Cluster, name: string, { url, way, workers, runs }: Load): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const file = new URL("./worker.child.ts", import.meta.url);
  const children: Child[] = [];
  for (let worker = 0; worker < workers; worker++) children.push(stack.use(await startChild(file, [url, way])));
  await msToEnd(await cluster.database(`${name}_warm`), url, children, workers * SLOTS);
  return (runs * STEPS * 1_000) / (await msToEnd(await cluster.database(name), url, children, runs));
}

/** Milliseconds until so many runs have ended, of which all are there when the workers begin. */
async function msToEnd(address: string, url: string, workers: readonly Child[], runs: number): Promise<number> {
  await using place = await openPlace(address, url);
  const made = await createRuns(place, runs);
  for (const worker of workers) await worker.ask({ open: address, folder: place.folder });
  const start = await place.store.now();
  await Promise.all(workers.map((worker) => worker.ask({ slots: SLOTS })));
  const ends = await allEnded(place.engine, "local", made);
  return Math.max(...ends) - start;
}

async function openPlace(address: string, url: string): Promise<Place> {
  const folder = benchFolder();
  const store = await openStore(address);
  const models = leanModels(url);
  const engine = createEngine(benchPorts({ store, models, toolbox, folder: folder.path, runner: noteRunner() }));
  return {
    folder: folder.path,
    store,
    engine,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Creates runs that nobody moves yet. */
async function createRuns({ engine }: Place, count: number): Promise<string[]> {
  const created = Array.from({ length: count }, () =>
    engine.createRun({ tenant: "local", agent: AGENT, input: "Go on.", requestedBy: "bench" }),
  );
  return (await Promise.all(created)).map(({ runId }) => runId);
}

const ASKED = {
  lean: "asked by plain HTTP",
  sdk: "asked through the providers' SDK, whose work shares the two cores",
} as const;

function row(way: Way, one: number, many: number): Row {
  const times = many / one;
  return {
    what: `four workers on PostgreSQL, ${SLOTS} slots each, every step waits 20 ms on the model server, ${ASKED[way]}`,
    against: "one such worker",
    goal: way === "lean" ? "≥ 3 × the steps a second" : "shown",
    figures: [
      { label: "four", value: rounded(many), unit: "steps/s" },
      { label: "one", value: rounded(one), unit: "steps/s" },
    ],
    reached: `${rounded(many)} steps/s, ${rounded(times)} ×`,
    met: way === "lean" ? times >= 3 : null,
  };
}
