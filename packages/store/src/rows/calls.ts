// The rows of calls. Plan of every statement: one search of the primary key (tenant, call_id).

import type { EventPayloads } from "@haft/engine/ports";
import { send, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";

const MADE = `
insert into calls (tenant, call_id, run_id, ordinal, toolset, tool, version, digest, status, attempt)
values (:tenant, :callId, :runId, :ordinal, :toolset, :tool, :version, :digest, 'called', 0)`;

/** A call was made. */
export function* callMade(place: EventPlace, data: EventPayloads["tool.called"]): Work<void> {
  const { callId, ordinal, toolset, tool, version, digest } = data;
  yield* send(MADE, { tenant: place.tenant, runId: place.runId, callId, ordinal, toolset, tool, version, digest });
}

const BEGAN = `
update calls set status = 'running', attempt = :attempt, started_seq = coalesce(started_seq, :seq)
where tenant = :tenant and call_id = :callId and settled_seq is null`;

/** A phase of a call was begun. */
export function* callBegan(place: EventPlace, callId: string, attempt: number): Work<void> {
  yield* send(BEGAN, { tenant: place.tenant, callId, attempt, seq: place.seq });
}

const PARKED =
  "update calls set status = 'parked' where tenant = :tenant and call_id = :callId and settled_seq is null";

/** A call parked. */
export function* callParked(place: EventPlace, callId: string): Work<void> {
  yield* send(PARKED, { tenant: place.tenant, callId });
}

const SETTLED = `
update calls set status = :status, settled_seq = :seq
where tenant = :tenant and call_id = :callId and settled_seq is null`;

/** A call has its result. */
export function* callSettled(place: EventPlace, callId: string, ok: boolean): Work<void> {
  yield* send(SETTLED, { tenant: place.tenant, callId, seq: place.seq, status: ok ? "completed" : "failed" });
}
