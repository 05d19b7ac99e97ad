// The rows of waits. Plan of every statement: one search of the primary key (tenant, wait_id), and of calls' for the tool.

import type { EventPayloads } from "@haft/engine/ports";
import { run, send, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";

const OPEN = `
insert into waits (tenant, wait_id, run_id, call_id, thread_id, toolset, tool, kind, status, prompt, schema, choices,
  recipients, due_at, paths, key, meta, opened_at, expires_at, opened_seq)
select :tenant, :waitId, :runId, :callId, :threadId, toolset, tool, :kind, 'open', :prompt, :schema, :choices,
  :recipients, :dueAt, :paths, :key, :meta, :at, :expiresAt, :seq
from calls where tenant = :tenant and call_id = :callId`;

/** A wait was opened. What its files were is in the event, which the row names. */
export function* openWait(place: EventPlace, data: EventPayloads["tool.parked"]): Work<void> {
  yield* send(OPEN, {
    ...opening(place, data),
    kind: data.kind,
    prompt: data.prompt ?? null,
    schema: jsonOrNull(data.schema),
    choices: jsonOrNull(data.choices),
    recipients: jsonOrNull(data.to),
    dueAt: time(data.time),
    paths: jsonOrNull(data.paths),
    key: data.key ?? null,
    meta: JSON.stringify(data.meta ?? {}),
    expiresAt: time(data.expiresAt),
  });
}

/** People are asked for an approval: what for is in the approval's own row. */
export function* openApprovalWait(place: EventPlace, data: EventPayloads["approval.requested"]): Work<void> {
  yield* send(OPEN, {
    ...opening(place, data),
    ...{ kind: "approval", prompt: null, schema: null, choices: null, recipients: null, dueAt: null },
    ...{ paths: null, key: null, meta: "{}" },
    // A deadline that cannot be read has passed.
    expiresAt: time(data.expiresAt) ?? place.at,
  });
}

function opening(
  { tenant, runId, threadId, at, seq }: EventPlace,
  { waitId, callId }: { readonly waitId: string; readonly callId: string },
) {
  return { tenant, runId, threadId, at, seq, waitId, callId };
}

const END = `
update waits set status = :status, ended_at = :at, ended_by = :by, ended_with = :payload
where tenant = :tenant and wait_id = :waitId and status = 'open'`;

/** A wait that had ended already was ended again: the caller did not hold the run at the sequence it named. */
export class WaitNotOpen extends Error {
  constructor(waitId: string) {
    super(`wait ${waitId} is not open`);
    this.name = "WaitNotOpen";
  }
}

/** I4: a wait ends once; the condition is in the statement. */
export function* endWait(
  { tenant, at }: EventPlace,
  status: "resolved" | "expired" | "cancelled",
  { waitId, by, payload }: EventPayloads["wait.resolved" | "wait.expired" | "wait.cancelled"],
): Work<void> {
  const changed = yield* run(END, { tenant, waitId, status, at, by, payload: jsonOrNull(payload) });
  if (changed !== 1) throw new WaitNotOpen(waitId);
}

/** The text of a value; null where there is none. */
export function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function time(text: string | undefined): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
