// Looking at runs, their events, and what calls came to.

import type { RunEvent } from "../events/event.ts";
import type { UnreadableEvent } from "../events/parse.ts";
import { type DamagedEvent, firstDamage, readStored } from "../log/stored-log.ts";
import type { RunFilter, RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { withWholeApproval } from "../waits/large-approval.ts";
import { waitView } from "../waits/wait-view.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";
import { isHere } from "../worker/this-place.ts";
import { follow } from "./follow.ts";
import { requireWhole } from "./large-elsewhere.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type RunResult, runResult } from "./run-result.ts";

/** Ids of a call that was started. */
export interface StartedCall {
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
}

/** What can be seen of runs. */
export interface Looks {
  /** What a call came to so far. Rejects with `call_not_found`. */
  outcome(tenant: string, callId: string): Promise<Outcome>;
  /** What the call of a run of kind `call` came to so far. Rejects with `run_not_found`. */
  outcomeOfRun(tenant: string, runId: string): Promise<Outcome>;
  /** What a run of either kind came to so far. Rejects with `run_not_found`. */
  runResult(tenant: string, runId: string): Promise<RunResult>;
  /** A run. Rejects with `run_not_found`. */
  run(tenant: string, runId: string): Promise<RunRow>;
  /** Newest first. */
  listRuns(tenant: string, filter: RunFilter): Promise<readonly RunRow[]>;
  /** Events in order; without their large values where the run's files are elsewhere. */
  events(tenant: string, runId: string, after?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** The same for whoever only looks: of an event that cannot be read, why, at its place. */
  log(tenant: string, runId: string, after: number, limit: number): Promise<readonly (RunEvent | DamagedEvent)[]>;
  /** The event for which a run cannot be moved, of those that would be read for it; null: all can be read. */
  damage(tenant: string, runId: string): Promise<UnreadableEvent | null>;
  /** Events as they are written, until the run has ended or the signal is aborted. */
  follow(tenant: string, runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
  /** Full ids that begin with a prefix, newest first. */
  ids(
    tenant: string,
    kind: "run" | "call" | "wait" | "thr",
    prefix: string,
    limit?: number,
  ): Promise<readonly string[]>;
}

/** The looks on these services. */
export function looks(services: Services): Looks {
  const { store, blobs, machine } = services;
  const run = async (tenant: string, runId: string): Promise<RunRow> => {
    const row = await store.run(tenant, runId);
    if (row === null) throw new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
    return row;
  };
  return {
    run,
    runResult: (tenant, runId) => runResult(services, tenant, runId),
    async outcome(tenant, callId) {
      const call = await store.call(tenant, callId);
      if (call === null) throw new EngineError("call_not_found", `there is no call ${callId}`);
      return outcome(services, tenant, call);
    },
    outcomeOfRun: async (tenant, runId) => outcome(services, tenant, await idsOfRun(services, tenant, runId)),
    listRuns: (tenant, filter) => store.runs(tenant, filter),
    async events(tenant, runId, after = 0, limit = Number.MAX_SAFE_INTEGER) {
      const { place } = await run(tenant, runId);
      const large = isHere(machine, place) ? "all" : "none";
      return readEvents(await store.events(tenant, runId, after, limit), tenant, blobs, large);
    },
    async log(tenant, runId, after, limit) {
      const { place } = await run(tenant, runId);
      const large = isHere(machine, place) ? "all" : "none";
      return readStored(await store.events(tenant, runId, after, limit), tenant, blobs, large);
    },
    damage: (tenant, runId) => firstDamage(services, tenant, runId),
    follow: (tenant, runId, after, signal) => follow(services, tenant, runId, after, signal),
    ids: (tenant, kind, prefix, limit = 10) => store.ids(tenant, kind, prefix, limit),
  };
}

async function outcome(services: Services, tenant: string, ids: StartedCall): Promise<Outcome> {
  const { store, blobs, machine } = services;
  const [stored, run] = await Promise.all([
    store.events(tenant, ids.runId, 0, Number.MAX_SAFE_INTEGER),
    store.run(tenant, ids.runId),
  ]);
  const here = isHere(machine, run?.place ?? null);
  const events = await readEvents(stored, tenant, blobs, here ? "all" : "none");
  const came = outcomeOf(events, ids);
  if (run !== null && !here) {
    requireWhole(
      events.find(({ type, data }) => type === "tool.result" && data.callId === ids.callId),
      run,
    );
  }
  if (came.ok !== null) return came;
  const waits = await store.waits(tenant, { open: true, runId: ids.runId, limit: 100 });
  const open = waits.find((one) => one.callId === ids.callId);
  if (open === undefined) return came;
  return { ...came, wait: waitView(here ? await withWholeApproval(services, tenant, open) : open) };
}

/** The call of a run of kind `call`. */
export async function idsOfRun({ store, blobs }: Services, tenant: string, runId: string): Promise<StartedCall> {
  const [run, stored] = await Promise.all([store.run(tenant, runId), store.events(tenant, runId, 0, 2)]);
  const called = (await readEvents(stored, tenant, blobs)).find((event) => event.type === "tool.called");
  if (run === null || called === undefined) throw new EngineError("run_not_found", `there is no call in run ${runId}`);
  return { runId, callId: called.data.callId, threadId: run.threadId };
}
