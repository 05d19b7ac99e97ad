// How long the runs of one busy tenant and of nine quiet ones wait for a worker: from the event that made each ready to the
// event of its resume, by the store's clock.

import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "@haft/engine";
import { folderEngine, inProcessRunner } from "../calls/bench-engine.ts";
import { benchFolder } from "../calls/folder.ts";
import type { Measurement, Row, Table } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded } from "../statistics.ts";
import { waitingCall } from "../waits/tool.ts";
import { allEnded } from "./all-ended.ts";

const BUSY = "busy";
const QUIET = Array.from({ length: 9 }, (_, number) => `quiet-${number + 1}`);
const SLOTS = 8;
/** So long a tool holds a slot. */
const WORK_MS = 10;
/** A quiet tenant's runs become ready one by one, so far apart. */
const APART_MS = 50;
const PERSON = { name: "bench", roles: [] };

interface Parked {
  readonly tenant: string;
  readonly runId: string;
  readonly waitId: string;
}

/** The row about tenants. */
export const fairness: Measurement = {
  name: "fairness between tenants",
  async run() {
    const [busy, quiet] = [size("busy", 2_000), size("quiet", 25)];
    using folder = benchFolder();
    const runner = inProcessRunner(async (_call, input) => {
      if (input.phase === "call") return { kind: "yield", wait: "answer", params: { question: "Go on?" }, meta: {} };
      await pause(WORK_MS);
      return { kind: "result", value: null };
    });
    await using opened = await folderEngine(folder.path, runner);
    const { engine } = opened;
    const crowd = await park(engine, BUSY, busy);
    const others = await Promise.all(QUIET.map((tenant) => park(engine, tenant, quiet)));
    await answerAll(engine, crowd);
    const stop = new AbortController();
    const working = engine.work({ concurrency: SLOTS, signal: stop.signal });
    await Promise.all(others.map((runs) => oneByOne(engine, runs)));
    for (const runs of [crowd, ...others]) {
      const [{ tenant } = { tenant: BUSY }] = runs;
      await allEnded(
        engine,
        tenant,
        runs.map(({ runId }) => runId),
      );
    }
    stop.abort();
    await working;
    const waited = new Map<string, number[]>();
    for (const runs of [crowd, ...others]) {
      waited.set(runs[0]?.tenant ?? "", await Promise.all(runs.map((run) => waitedMs(engine, run))));
    }
    return [row(waited)];
  },
};

async function park(engine: Engine, tenant: string, count: number): Promise<Parked[]> {
  const parked: Parked[] = [];
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const { runId, callId } = await engine.startCall(waitingCall("wait", { tenant }));
      const { wait } = await engine.outcome(tenant, callId);
      if (wait === undefined) throw new Error(`${runId} does not wait`);
      parked.push({ tenant, runId, waitId: wait.id });
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  return parked;
}

async function answerAll(engine: Engine, runs: readonly Parked[]): Promise<void> {
  await Promise.all(runs.map(({ tenant, waitId }) => engine.answer(tenant, waitId, "yes", PERSON)));
}

async function oneByOne(engine: Engine, runs: readonly Parked[]): Promise<void> {
  for (const run of runs) {
    await answerAll(engine, [run]);
    await pause(APART_MS);
  }
}

async function waitedMs(engine: Engine, { tenant, runId }: Parked): Promise<number> {
  const events = await engine.events(tenant, runId);
  const at = (type: string): number => Date.parse(events.find((event) => event.type === type)?.at ?? "");
  return at("tool.resumed") - at("wait.resolved");
}

function row(waited: ReadonlyMap<string, readonly number[]>): Row {
  const quiet = QUIET.flatMap((tenant) => waited.get(tenant) ?? []);
  const busy = waited.get(BUSY) ?? [];
  const [quietWorst, busyMedian] = [percentile(quiet, 0.99), percentile(busy, 0.5)];
  return {
    what: `waiting for one of ${SLOTS} slots: a tenant with ${busy.length.toLocaleString("en")} ready runs and nine with one now and then`,
    against: "the busy tenant",
    goal: "p99 of the quiet ones below p50 of the busy one",
    figures: [
      { label: "quiet p50", value: percentile(quiet, 0.5), unit: "ms" },
      { label: "quiet p99", value: quietWorst, unit: "ms" },
      { label: "busy p50", value: busyMedian, unit: "ms" },
      { label: "busy p99", value: percentile(busy, 0.99), unit: "ms" },
    ],
    reached: `quiet p50 ${percentile(quiet, 0.5)} ms, p99 ${rounded(quietWorst)} ms; busy p50 ${rounded(busyMedian)} ms`,
    met: quietWorst < busyMedian,
    table: table(waited),
  };
}

function table(waited: ReadonlyMap<string, readonly number[]>): Table {
  const line = ([tenant, times]: [string, readonly number[]]): string[] => [
    tenant,
    String(times.length),
    ...[0.5, 0.99, 1].map((share) => `${percentile(times, share)} ms`),
  ];
  return {
    title: "Waiting times of tenants",
    head: ["tenant", "runs", "p50", "p99", "max"],
    lines: [...waited].map(line),
  };
}
