// Replaying a run: what today's code makes of its log, held against what is stored. It only reads.

import type { RunEvent } from "../events/event.ts";
import { UnreadableEvent } from "../events/parse.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";
import { readLog } from "../log/read-log.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { evolve } from "../state/evolve.ts";
import { EVOLVE_VERSION, type RunState, unborn } from "../state/run-state.ts";
import type { Services } from "../worker/services.ts";
import { LogCheck } from "./check-log.ts";
import { compareRows, EndsOfLog } from "./compare-rows.ts";

/** Something that is stored otherwise than today's code makes it. */
export interface Difference {
  /** Of the event, where it is one. */
  readonly seq?: number;
  readonly what: string;
  readonly stored: Json;
  readonly folded: Json;
}

/** What a replay found. */
export interface ReplayReport {
  readonly ok: boolean;
  readonly events: number;
  /** The first one. */
  readonly difference?: Difference;
}

/** Replays a run. Rejects with `run_not_found`. */
export async function replay(services: Services, tenant: string, runId: string): Promise<ReplayReport> {
  const loaded = await services.store.load(tenant, runId, { evolve: EVOLVE_VERSION });
  if (loaded === null) throw new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
  const { snapshot } = loaded;
  const check = new LogCheck(runId);
  const ends = new EndsOfLog();
  let state: RunState = unborn(runId);
  let events = 0;
  const log = readLog(services, tenant, runId);
  for (;;) {
    const next = await log.next().catch(unreadable);
    if ("difference" in next) return { ok: false, events, difference: next.difference };
    if (next.done === true) break;
    const event = next.value;
    // What came while this reads is not of the rows that were read before.
    if (event.seq > loaded.run.lastSeq) break;
    const found = check.next(state, event);
    if (found !== null) return { ok: false, events, difference: found };
    state = evolve(state, event);
    ends.add(event);
    events += 1;
    const other = snapshot?.seq === event.seq ? compareSnapshot(snapshot, state, event) : null;
    if (other !== null) return { ok: false, events, difference: other };
  }
  const difference = await compareRows(services, loaded.run, state, ends);
  return difference === null ? { ok: true, events } : { ok: false, events, difference };
}

/** Whatever else goes wrong is no difference of the log. */
function unreadable(error: unknown): { readonly difference: Difference } {
  if (!(error instanceof UnreadableEvent)) throw error;
  const { seq, why } = error;
  return {
    difference: { seq, what: `an event that cannot be read: ${why}`, stored: "unreadable", folded: "an event" },
  };
}

function compareSnapshot(snapshot: RunState, folded: RunState, { seq }: RunEvent): Difference | null {
  const [stored, now] = [plain(snapshot), plain(folded)];
  return canonicalJson(stored) === canonicalJson(now) ? null : { seq, what: "the snapshot", stored, folded: now };
}

/** A state is plain JSON: its type only does not say so. */
function plain(state: RunState): Json {
  return JSON.parse(JSON.stringify(state));
}
