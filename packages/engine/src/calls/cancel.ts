// Cancelling a run: durable before the caller is told. What is under way is ended by the worker that holds the run.

import type { EventDraft } from "../events/event.ts";
import { inputKey, type Keyed, keyReused } from "../idempotency/request-key.ts";
import { underKey } from "../idempotency/under-key.ts";
import type { Idempotency } from "../ports/store-inputs.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { checkedReason } from "../refusals/check-reason.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { createMasker } from "../secrets/masker.ts";
import { consequences, foldDrafts } from "../state/consequences.ts";
import { cancelWaits } from "../state/ending.ts";
import type { RunState } from "../state/run-state.ts";
import { goneWorkers } from "../worker/gone-workers.ts";
import { readRun } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** Cancels the run, however often somebody else writes to it meanwhile. */
export async function cancelRun(
  services: Services,
  tenant: string,
  runId: string,
  by: string,
  given?: string,
  options: Keyed = {},
): Promise<RunRow> {
  const masker = createMasker(await services.secrets.values(tenant));
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
  for (;;) {
    const read = await readRun(services, tenant, runId);
    if (read === null) throw noRun(runId);
    if (read.state.end !== null) {
      if (isRepeated(read.state, by, reason)) return read.row;
      throw ended(read.row);
    }
    const ifHeld = cancelling(read.state, by, reason);
    const ifFree = withEnd(read.state, ifHeld, services.time.now());
    const gone = await goneWorkers(services);
    const lastSeq = read.state.seq;
    const keyed = idempotency === null ? {} : { idempotency };
    const reply = await services.store.cancelRun({ tenant, runId, by, lastSeq, ifHeld, ifFree, gone, ...keyed });
    if (reply.ok) return reply.run;
    if (reply.reason === "key_taken") throw keyReused(idempotency?.key ?? "");
  }
}

/** The same cancellation by the same person gets the same reply, also once the run has ended with it. */
function isRepeated({ cancelling, end }: RunState, by: string, reason: string | undefined): boolean {
  if (end?.type !== "run.cancelled" || cancelling === null) return false;
  return cancelling.by === by && cancelling.reason === (reason ?? null);
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
