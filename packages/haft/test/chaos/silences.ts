// The long silences: a worker that is stopped, and one whose database is away, for a minute in the middle of a call, with
// leases as they are in earnest. Its sandbox dies with the lease, before anybody else takes the run, and the worker goes on
// when it is heard of again.

import { proxyTo } from "../../../store/test/postgres/proxy.ts";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { atWork, sandboxesOf } from "./at-work.ts";
import { until } from "./condition.ts";
import type { Member } from "./crew.ts";
import { alive } from "./processes.ts";
import { type Scene, scene } from "./scene.ts";

const LEASE_MS = 30_000;
const SILENCE_MS = 60_000;
/** After the silence everything goes on within this time, however slow the machine. */
const PATIENCE_MS = 120_000;

/** What came of one. */
export interface Silence {
  readonly name: string;
  /** Everything that is wrong, each a sentence. */
  readonly faults: readonly string[];
  /** So long after the silence began the last process of the sandbox had ended. */
  readonly endedMs: number;
  /** So long after it began the run was taken over, by the store's clock. */
  readonly takenMs: number;
}

/** How a worker is silenced, and heard of again. */
interface Silencer {
  begin(): void;
  end(): void;
}

/** A worker is stopped. `store`: the address; absent: a file. */
export async function stopped(name: string, store?: string): Promise<Silence> {
  await using on = await scene(store, LEASE_MS);
  const [first, second] = await Promise.all([on.worker(), on.worker()]);
  // Awaited here: the scene is taken down when this function is left.
  return await silence(name, on, first, second, {
    begin: () => first.signal("SIGSTOP"),
    end: () => first.signal("SIGCONT"),
  });
}

/** The network between a worker and its database is cut. */
export async function cutOff(name: string, store: string): Promise<Silence> {
  await using proxy = await proxyTo(store);
  await using on = await scene(store, LEASE_MS);
  const [first, second] = await Promise.all([on.worker(proxy.url), on.worker()]);
  return await silence(name, on, first, second, { begin: () => proxy.cut(), end: () => proxy.mend() });
}

async function silence(name: string, on: Scene, first: Member, second: Member, by: Silencer): Promise<Silence> {
  const faults: string[] = [];
  const runId = await atWork(on, first);
  const sandboxes = sandboxesOf(first);
  by.begin();
  const beganAt = await on.parts.store.now();
  const over = new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  try {
    await on.event(
      "tool.result",
      (event) => event.by === second && event.runId === runId,
      () => {
        const left = alive(sandboxes);
        if (left.length > 0) faults.push(`the run was taken while its sandbox was there: ${left.join(" ")}`);
      },
    );
    await until(
      () => alive(sandboxes).length === 0,
      PATIENCE_MS,
      () => `sandboxes outlive the lease: ${alive(sandboxes)}`,
    );
  } finally {
    await over;
    by.end();
  }
  faults.push(...(await afterwards(on, first, runId)));
  const events = await on.parts.engine.events(LOCAL, runId, 0, 100_000);
  const taken = events.find(({ type }) => type === "run.recovered");
  if (taken === undefined) faults.push("nobody took the run over");
  const takenMs = Date.parse(taken?.at ?? "") - beganAt;
  const last = Math.max(
    ...on.project
      .deeds()
      .filter(({ what }) => what === "beat")
      .map(({ at }) => at),
  );
  return { name, faults, endedMs: last - beganAt, takenMs };
}

/** Whoever was silent is at work again, and the logs keep the rules. */
async function afterwards(on: Scene, first: Member, runId: string): Promise<readonly string[]> {
  first.order({ path: on.project.folder, tool: "note", arguments: { word: "again" } });
  await on.event("run.completed", ({ by }) => by === first);
  const { faults } = await on.verdict();
  const { error } = await on.parts.engine.outcomeOfRun(LOCAL, runId);
  const unknown = error?.type === "outcome_unknown" ? [] : [`the call came to ${JSON.stringify(error)}`];
  return [...faults, ...unknown];
}
