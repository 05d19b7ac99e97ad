// Running a history on from some place, as a new run in a fork of its thread: what had happened has happened, what was open
// is open again, and nobody's approval carries over.

import { queueFull } from "../calls/create-run.ts";
import { ENGINE_VERSION, type RunEvent } from "../events/event.ts";
import { spill } from "../events/spill.ts";
import { readLog } from "../log/read-log.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { maskedPerson } from "../secrets/masked-name.ts";
import { createMasker } from "../secrets/masker.ts";
import { foldDrafts } from "../state/consequences.ts";
import { fold } from "../state/evolve.ts";
import { type RunState, unborn } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import type { Person } from "../waits/may-answer.ts";
import { runnerCall } from "../worker/calls/runner-call.ts";
import type { Services } from "../worker/services.ts";
import { StableIds } from "../worker/stable-ids.ts";
import { nearestPlace, type Place, placesOf } from "./places.ts";
import { isUnbegun, sharedHistory } from "./shared-history.ts";

/** How a run is run again. */
export interface RerunOptions {
  /** Whether open calls keep the versions that they belong to; default: current ones, as far as they have not waited. */
  readonly original?: boolean;
}

/** The new run, and the sequence up to which it shares the old one's history. */
export interface Rerun {
  readonly runId: string;
  readonly threadId: string;
  readonly queuedBehind: number;
  readonly from: number;
}

/** Makes the new run. */
export async function rerun(
  services: Services,
  tenant: string,
  runId: string,
  wanted: number | undefined,
  person: Person,
  { original = false }: RerunOptions,
): Promise<Rerun> {
  const { store, ids } = services;
  const by = maskedPerson(createMasker(await services.secrets.values(tenant)), person);
  const old = await store.run(tenant, runId);
  if (old === null) throw new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
  const log: RunEvent[] = [];
  for await (const event of readLog(services, tenant, runId)) log.push(event);
  const from = placeFor(runId, log, wanted);
  const events = log.slice(0, from);
  const state = fold(unborn(runId), events);
  const now = await store.now();
  const made = { runId: ids.next("run"), threadId: ids.next("thr") };
  const newIds = new StableIds(ids);
  const history = sharedHistory(events, state, {
    ...{ thread: made.threadId, requestedBy: by.name, requestedByRoles: by.roles, from, original },
    laterMs: Math.max(0, now - state.at),
    versions: original ? new Map() : await currentVersions(services, state),
    newId: (kind, id) => newIds.for(kind, id),
  });
  await fork(services, old, made.threadId);
  const decision = {
    events: await spill(history, tenant, services.blobs),
    standing: standing(foldDrafts(unborn(made.runId), history, now)),
    release: false,
  };
  const { kind, tool, agent, place } = old;
  const run = { tenant, ...made, kind, tool, agent, requestedBy: by.name, minEngine: ENGINE_VERSION, place };
  const reply = await store.create({ run, appendId: ids.next("app"), idempotency: null, hold: null, decision });
  if (reply.ok) return { ...made, queuedBehind: 0, from };
  if (reply.reason === "queue_full") throw queueFull(made.threadId);
  throw new Error(`run ${runId} was not run again: ${reply.reason}`);
}

/** The sequence to go on from. Without one that is wanted, it is behind what the run was started with. */
function placeFor(runId: string, log: readonly RunEvent[], wanted: number | undefined): number {
  const places = placesOf(runId, log);
  if (wanted === undefined) {
    const first = places.find(({ busy }) => busy === null);
    if (first !== undefined) return first.seq;
    throw new EngineError(
      "run_in_flight",
      `nothing of run ${runId} can be shared: ${places[0]?.busy ?? "it is empty"}`,
    );
  }
  const place = places.find(({ seq }) => seq === wanted);
  if (place === undefined) {
    const message = `run ${runId} has no event ${wanted}; it has 1 to ${log.length}`;
    throw new EngineError("seq_unknown", message, `haft events ${runId} shows them`);
  }
  if (place.busy !== null) throw inFlight(runId, place, nearestPlace(places, wanted));
  return wanted;
}

function inFlight(runId: string, { seq, busy }: Place, nearest: number | undefined): EngineError {
  const told = nearest === undefined ? "" : `; the nearest place without anything under way is ${nearest}`;
  const hint = nearest === undefined ? undefined : `haft rerun ${runId} --from ${nearest}`;
  return new EngineError("run_in_flight", `behind event ${seq} of run ${runId}, ${busy}${told}`, hint);
}

/** A call that has not begun runs what is current; one that waited goes on only with what it waited with (I6). */
async function currentVersions(
  { sources }: Services,
  state: RunState,
): Promise<ReadonlyMap<string, { readonly version: string; readonly digest: string }>> {
  const versions = new Map<string, { readonly version: string; readonly digest: string }>();
  if (state.created === null) return versions;
  for (const call of Object.values(state.calls)) {
    if (!isUnbegun(call)) continue;
    const current = await sources.current(runnerCall(state.created, state.runId, call));
    if (current !== null) versions.set(call.callId, { version: current.version, digest: current.digest });
  }
  return versions;
}

/** The thread goes on from before the old run; its files are what they are now. */
async function fork({ store }: Services, old: RunRow, threadId: string): Promise<void> {
  const { tenant, runId } = old;
  const thread = await store.thread(tenant, old.threadId);
  await store.saveThread({
    ...{ tenant, threadId, forkOf: { threadId: old.threadId, before: runId } },
    ...(thread === null || thread.agent === null ? {} : { agent: thread.agent }),
    ...(thread === null || thread.title === null ? {} : { title: thread.title }),
    ...(thread === null || thread.workspace === null ? {} : { workspace: thread.workspace }),
  });
}
