// The rows of calls. Plan of every statement: one search of the primary key (tenant, call_id).

import type { EventPayloads } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import type { EventPlace } from "./project.ts";

const MADE = `
insert into calls (tenant, call_id, run_id, ordinal, toolset, tool, version, digest, status, attempt)
values (:tenant, :callId, :runId, :ordinal, :toolset, :tool, :version, :digest, 'called', 0)`;

/** A call was made. */
export function callMade({ database }: Transaction, place: EventPlace, data: EventPayloads["tool.called"]): void {
  const { callId, ordinal, toolset, tool, version, digest } = data;
  database.run(MADE, { tenant: place.tenant, runId: place.runId, callId, ordinal, toolset, tool, version, digest });
}

const BEGAN = `
update calls set status = 'running', attempt = :attempt, started_seq = coalesce(started_seq, :seq)
where tenant = :tenant and call_id = :callId and settled_seq is null`;

/** A phase of a call was begun. */
export function callBegan({ database }: Transaction, place: EventPlace, callId: string, attempt: number): void {
  database.run(BEGAN, { tenant: place.tenant, callId, attempt, seq: place.seq });
}

const PARKED =
  "update calls set status = 'parked' where tenant = :tenant and call_id = :callId and settled_seq is null";

/** A call parked. */
export function callParked({ database }: Transaction, place: EventPlace, callId: string): void {
  database.run(PARKED, { tenant: place.tenant, callId });
}

const SETTLED = `
update calls set status = :status, settled_seq = :seq
where tenant = :tenant and call_id = :callId and settled_seq is null`;

/** A call has its result. */
export function callSettled({ database }: Transaction, place: EventPlace, callId: string, ok: boolean): void {
  database.run(SETTLED, { tenant: place.tenant, callId, seq: place.seq, status: ok ? "completed" : "failed" });
}
