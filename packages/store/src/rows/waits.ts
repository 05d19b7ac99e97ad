// The rows of waits. Plan of every statement: one search of the primary key (tenant, wait_id), and of calls' for the tool.

import type { EventPayloads } from "@haft/engine/ports";
import { run, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";

const OPEN = `
insert into waits (tenant, wait_id, run_id, call_id, thread_id, toolset, tool, kind, status, prompt, schema, choices,
  recipients, due_at, paths, key, meta, opened_at, expires_at)
select :tenant, :waitId, :runId, :callId, :threadId, toolset, tool, :kind, 'open', :prompt, :schema, :choices,
  :recipients, :dueAt, :paths, :key, :meta, :at, :expiresAt
from calls where tenant = :tenant and call_id = :callId`;

/** A wait was opened. */
export function* openWait(place: EventPlace, data: EventPayloads["tool.parked"]): Work<void> {
  yield* run(OPEN, {
    tenant: place.tenant,
    runId: place.runId,
    threadId: place.threadId,
    at: place.at,
    waitId: data.waitId,
    callId: data.callId,
    kind: data.kind,
    prompt: data.prompt ?? null,
    schema: json(data.schema),
    choices: json(data.choices),
    recipients: json(data.to),
    dueAt: time(data.time),
    paths: json(data.paths),
    key: data.key ?? null,
    meta: JSON.stringify(data.meta ?? {}),
    expiresAt: time(data.expiresAt),
  });
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
  place: EventPlace,
  status: "resolved" | "expired" | "cancelled",
  data: EventPayloads["wait.resolved" | "wait.expired" | "wait.cancelled"],
): Work<void> {
  const { waitId, by } = data;
  const payload = json(data.payload);
  const changed = yield* run(END, { tenant: place.tenant, waitId, status, at: place.at, by, payload });
  if (changed !== 1) throw new WaitNotOpen(waitId);
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function time(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}
