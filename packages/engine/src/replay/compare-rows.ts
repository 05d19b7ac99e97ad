// The rows of a run, its calls and its waits, held against what its log folds to.

import type { RunEvent } from "../events/event.ts";
import type { Json } from "../json/json.ts";
import type { RunRow } from "../ports/store-rows.ts";
import type { RunState } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import type { Services } from "../worker/services.ts";
import type { Difference } from "./replay.ts";

const ENDS = { "wait.resolved": "resolved", "wait.expired": "expired", "wait.cancelled": "cancelled" } as const;

/** How everything in a log ended, also what its state does not hold any more. */
export class EndsOfLog {
  readonly waits = new Map<string, "open" | "resolved" | "expired" | "cancelled">();
  readonly calls = new Map<string, "open" | "completed" | "failed">();

  /** Takes the next event. */
  add(event: RunEvent): void {
    const { type, data } = event;
    if (type === "tool.parked" || type === "approval.requested") this.waits.set(data.waitId, "open");
    if (type === "wait.resolved" || type === "wait.expired" || type === "wait.cancelled")
      this.#end(data.waitId, ENDS[type]);
    if (type === "tool.called") this.calls.set(data.callId, "open");
    if (type === "tool.result" && this.calls.get(data.callId) === "open")
      this.calls.set(data.callId, data.ok ? "completed" : "failed");
  }

  #end(waitId: string, how: "resolved" | "expired" | "cancelled"): void {
    if (this.waits.get(waitId) === "open") this.waits.set(waitId, how);
  }
}

/** The first difference; null: there is none. */
export async function compareRows(
  services: Pick<Services, "store">,
  row: RunRow,
  state: RunState,
  ends: EndsOfLog,
): Promise<Difference | null> {
  return (
    compareRun(row, state, ends) ??
    (await compareWaits(services, row, state, ends)) ??
    compareCalls(services, row, ends)
  );
}

function compareRun(row: RunRow, state: RunState, ends: EndsOfLog): Difference | null {
  const stands = standing(state);
  const open = [...ends.waits].flatMap(([waitId, status]) => (status === "open" ? [waitId] : [])).sort();
  // Whoever holds a run has not said yet how it stands, and a queued one has not begun. One that is ready may turn out to
  // wait: what comes from outside makes it ready, and only whoever moves it looks whether anything follows.
  const isOpen =
    row.workerId !== null || row.status === "queued" || (row.status === "ready" && stands.status === "waiting");
  const isSaid = state.end !== null || !isOpen;
  const dueAt = stands.status === "waiting" ? stands.dueAt : null;
  return first([
    ["the run's last sequence", row.lastSeq, state.seq],
    ...(isSaid ? [["the run's status", row.status, stands.status] as const] : []),
    ["when the run ended", row.endedAt, state.end?.at ?? null],
    ["the run's open waits", [...row.openWaits].sort(), open],
    ...(isSaid && stands.status === "waiting" ? [["when the run is due", row.dueAt, dueAt] as const] : []),
  ]);
}

async function compareWaits(
  { store }: Pick<Services, "store">,
  { tenant }: RunRow,
  state: RunState,
  ends: EndsOfLog,
): Promise<Difference | null> {
  for (const [waitId, status] of ends.waits) {
    const row = await store.wait(tenant, waitId);
    const times = status === "open" ? timesOf(state, waitId) : null;
    const found = first([
      [`the status of ${waitId}`, row?.status ?? "missing", status],
      ...(times === null
        ? []
        : [[`the times of ${waitId}`, [row?.dueAt ?? null, row?.expiresAt ?? null], times] as const]),
    ]);
    if (found !== null) return found;
  }
  return null;
}

function timesOf({ calls }: RunState, waitId: string): Json | null {
  for (const { phase } of Object.values(calls)) {
    if (phase.at === "parked" && phase.wait.waitId === waitId) return [phase.wait.dueAt, phase.wait.expiresAt];
    if (phase.at === "asked" && phase.waitId === waitId) return [null, phase.expiresAt];
  }
  return null;
}

async function compareCalls(
  { store }: Pick<Services, "store">,
  { tenant }: RunRow,
  ends: EndsOfLog,
): Promise<Difference | null> {
  for (const [callId, status] of ends.calls) {
    const row = await store.call(tenant, callId);
    const stored = row?.status ?? "missing";
    const asStored = stored === "completed" || stored === "failed" || stored === "missing" ? stored : "open";
    const found = first([[`the status of ${callId}`, asStored, status]]);
    if (found !== null) return found;
  }
  return null;
}

function first(pairs: readonly (readonly [string, Json, Json])[]): Difference | null {
  const other = pairs.find(([, stored, folded]) => JSON.stringify(stored) !== JSON.stringify(folded));
  return other === undefined ? null : { what: other[0], stored: other[1], folded: other[2] };
}
