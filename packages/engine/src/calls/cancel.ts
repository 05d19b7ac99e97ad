// Cancelling a run: durable before the caller is told. What is under way is ended by the worker that holds the run.

import type { EventDraft } from "../events/event.ts";
import { parseEvent } from "../events/parse.ts";
import { inputKey, type Keyed, keyReused } from "../idempotency/request-key.ts";
import { underKey } from "../idempotency/under-key.ts";
import type { LoadedRun } from "../ports/store.ts";
import type { Idempotency } from "../ports/store-inputs.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { checkedReason } from "../refusals/check-reason.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { createMasker } from "../secrets/masker.ts";
import { consequences, foldDrafts } from "../state/consequences.ts";
import { cancelWaits } from "../state/ending.ts";
import type { RunState } from "../state/run-state.ts";
import { goneWorkers } from "../worker/gone-workers.ts";
import { foldLoaded, loadRun } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";
import { type CancelDrafts, cancelByRows } from "./cancel-by-rows.ts";

/** The end of a run is one of its last events: only notes may come behind it. */
const LAST = 500;

/** Cancels the run, however often somebody else writes to it meanwhile. */
export async function cancelRun(
  services: Services,
  tenant: string,
  runId: string,
  name: string,
  given?: string,
  options: Keyed = {},
): Promise<RunRow> {
  const masker = createMasker(await services.secrets.values(tenant));
  const by = masker.text(name);
  const reason = given === undefined ? undefined : checkedReason(given, masker);
  const idempotency = inputKey(options, masker, ["cancel run", runId, by, given]);
  return underKey(services.store, tenant, idempotency, {
    act: () => cancelOnce(services, { tenant, runId, by, reason, idempotency }),
    again: async (reply) => (reply !== null && "run" in reply ? reply.run : runNow(services, tenant, runId)),
  });
}

/** Who cancels which run, and why. */
interface Cancelling {
  readonly tenant: string;
  readonly runId: string;
  readonly by: string;
  readonly reason: string | undefined;
  readonly idempotency: Idempotency | null;
}

async function runNow({ store }: Services, tenant: string, runId: string): Promise<RunRow> {
  const row = await store.run(tenant, runId);
  if (row === null) throw noRun(runId);
  return row;
}

function noRun(runId: string): EngineError {
  return new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
}

async function cancelOnce(services: Services, request: Cancelling): Promise<RunRow> {
  const { tenant, runId, by, reason, idempotency } = request;
  const { store } = services;
  const keyed = idempotency === null ? {} : { idempotency };
  for (;;) {
    const loaded = await loadRun(services, tenant, runId);
    if (loaded === null) throw noRun(runId);
    const row = loaded.run;
    if (row.endedAt !== null) {
      if (await isRepeated(services, row, by, reason)) return row;
      throw ended(row);
    }
    const gone = await goneWorkers(services);
    const asked = { tenant, runId, by, lastSeq: row.lastSeq, gone, lapsedBy: services.time.lapsedBy(), ...keyed };
    const folded = await foldedDrafts(services, loaded, by, reason);
    const byRows = () => cancelByRows(services, row, by, reason);
    const reply =
      folded === null
        ? await store.cancelRun({ ...asked, ...(await byRows()) })
        : await store.cancelRun({ ...asked, ...folded }).catch(async (error: unknown) => {
            // What the log says is open is not what the rows say: somebody has changed one of them.
            if (hasCode(error)) throw error;
            return store.cancelRun({ ...asked, ...(await byRows()) });
          });
    if (reply.ok) return reply.run;
    if (reply.reason === "key_taken") throw keyReused(idempotency?.key ?? "");
  }
}

/** As the run's own log has it; null: it cannot be folded, or says something else than its row. */
async function foldedDrafts(
  services: Services,
  loaded: LoadedRun,
  by: string,
  reason: string | undefined,
): Promise<CancelDrafts | null> {
  try {
    const { state } = await foldLoaded(services, loaded.run.tenant, loaded);
    if (state.end !== null || state.seq !== loaded.run.lastSeq) return null;
    const ifHeld = cancelling(state, by, reason);
    return { ifHeld, ifFree: withEnd(state, ifHeld, services.time.now()) };
  } catch {
    // Whatever it is: nobody can move this run, and whoever wants to be rid of it need not know why.
    return null;
  }
}

/** What the store itself refuses, or cannot do now. */
function hasCode(error: unknown): boolean {
  return error instanceof Error && error.name === "StoreError";
}

/** The same cancellation by the same person gets the same reply, also once the run has ended with it. */
async function isRepeated(
  { store }: Services,
  { tenant, runId, status, lastSeq }: RunRow,
  by: string,
  reason: string | undefined,
): Promise<boolean> {
  if (status !== "cancelled") return false;
  const last = await store.events(tenant, runId, Math.max(0, lastSeq - LAST), LAST);
  const end = last.findLast(({ type }) => type === "run.cancelled");
  if (end === undefined) return false;
  const { data } = parseEvent(end);
  return "by" in data && data.by === by && ("reason" in data ? data.reason : undefined) === reason;
}

function ended(row: RunRow): EngineError {
  const when = row.endedAt === null ? "" : ` at ${new Date(row.endedAt).toISOString()}`;
  return new EngineError("run_ended", `run ${row.runId} has ended already: ${row.status}${when}`);
}

/** The cancellation, with that of its open waits; companions are not called. */
function cancelling(state: RunState, by: string, reason: string | undefined): readonly EventDraft[] {
  const told: EventDraft[] =
    state.cancelling !== null ? [] : [{ type: "run.cancelling", data: reason === undefined ? { by } : { by, reason } }];
  return [...told, ...cancelWaits(state, reason ?? "the run was cancelled", by)];
}

/** The same with the end of the run, as it is where nobody has anything of it under way. */
function withEnd(state: RunState, told: readonly EventDraft[], now: number): readonly EventDraft[] {
  const after = foldDrafts(state, told, now);
  return [...told, ...consequences(after, { now, fence: Number.MAX_SAFE_INTEGER }).events];
}
