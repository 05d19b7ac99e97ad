// Part of transaction 6: a signal that came before anybody waited for it is taken by the first wait that opens.

import type { EventDraft, Json } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { holdKey, type Transaction } from "../database/transaction.ts";
import { get, run, send, type Work } from "../database/work.ts";
import { appendEvents, type Place } from "./append-events.ts";
import { signalResolves } from "./signal-event.ts";

/** Plan: index signals_kept, its first entry of the key. */
const OLDEST = `
select number, payload, by from signals
where tenant = :tenant and key = :key and status = 'kept' and kept_until > :now order by number limit 1`;
/** Plan: primary key (tenant, key, number). */
const TAKEN = `
update signals set status = 'done', payload = 'null'
where tenant = :tenant and key = :key and number = :number and status = 'kept'`;
/** Plan: primary key (tenant, run_id). Whatever the run waited for, it can be moved now. */
const READY = `
update runs set last_seq = last_seq + :count, status = 'ready', ready_at = :now, due_at = null
where tenant = :tenant and run_id = :runId`;

/** Holds the keys of the signals that are about to be waited for. Before the run's row, as whoever brings a signal does. */
export function* holdSignalKeys(transaction: Transaction, tenant: string, events: readonly EventDraft[]): Work<void> {
  const keys = new Set(events.flatMap((event) => (awaitedKey(event) === null ? [] : [awaitedKey(event)])));
  for (const key of [...keys].sort()) yield* holdKey(transaction, signalLock(tenant, key ?? ""));
}

/** What is held while a signal is brought or waited for: one thing for each tenant and key. */
export function signalLock(tenant: string, key: string): string {
  return `signal ${JSON.stringify([tenant, key])}`;
}

/** The events that follow right behind the parks: the ends of waits whose signal was there already. */
export function* takeEarlySignals(
  { now }: Transaction,
  place: Place,
  events: readonly EventDraft[],
): Work<readonly EventDraft[]> {
  const { tenant, runId } = place;
  const taken: EventDraft[] = [];
  for (const event of events) {
    const key = awaitedKey(event);
    if (key === null || event.type !== "tool.parked" || endsIn(events, event.data.waitId)) continue;
    const row = yield* get(OLDEST, { tenant, key, now });
    if (row === undefined) continue;
    if ((yield* run(TAKEN, { tenant, key, number: int(row, "number") })) !== 1) continue;
    // Written by this store from a value.
    const payload: Json = JSON.parse(text(row, "payload"));
    taken.push(signalResolves(event.data, payload, text(row, "by")));
  }
  if (taken.length === 0) return taken;
  yield* send(READY, { tenant, runId, now, count: taken.length });
  yield* appendEvents({ ...place, firstSeq: place.firstSeq + events.length }, taken);
  return taken;
}

/** Whether a wait ends with the events that open it: where the run ends with them. */
function endsIn(events: readonly EventDraft[], waitId: string): boolean {
  return events.some(
    ({ type, data }) =>
      (type === "wait.cancelled" || type === "wait.expired" || type === "wait.resolved") && data.waitId === waitId,
  );
}

function awaitedKey(event: EventDraft): string | null {
  return event.type === "tool.parked" && event.data.kind === "signal" ? (event.data.key ?? null) : null;
}
