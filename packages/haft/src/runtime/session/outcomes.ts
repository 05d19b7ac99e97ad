// What calls and runs came to, as the command line shows it.

import type { Engine, Outcome as EngineOutcome, RunResult as EngineResult, RunRow } from "@haft/engine";
import { type IsolationLevel, LEVELS } from "@haft/sandbox/levels";
import type { Outcome } from "../../session/outcome.ts";
import type { RunResult, RunSummary } from "../../session/run.ts";
import { LOCAL } from "../local-tenant.ts";

const isLevel = (text: string): text is IsolationLevel => LEVELS.some((level) => level === text);

/** The Outcome of a call. */
export function shownOutcome(outcome: EngineOutcome): Outcome {
  const { isolation } = outcome;
  return { ...outcome, isolation: isolation !== null && isLevel(isolation) ? isolation : null };
}

/** One line of the list of runs. */
export function summary(row: RunRow): RunSummary {
  return {
    id: row.runId,
    kind: row.kind,
    status: row.status,
    ...(row.tool === null ? {} : { tool: row.tool }),
    ...(row.agent === null ? {} : { agent: row.agent }),
    threadId: row.threadId,
    ...(row.place === null ? {} : { place: row.place }),
    createdAt: new Date(row.createdAt).toISOString(),
    ...(row.endedAt === null ? {} : { endedAt: new Date(row.endedAt).toISOString() }),
    requestedBy: row.requestedBy,
    ...(row.error === null ? {} : { error: row.error }),
    waits: row.openWaits,
  };
}

/** What an agent's run came to. */
export function shownResult({ runId, threadId, status, output, error, waits, usage }: EngineResult): RunResult {
  return {
    runId,
    threadId,
    status,
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    waits,
    ...(usage === undefined ? {} : { usage }),
  };
}

/** What a run of either kind came to, in the shape of a call's: of an agent's run the last call that is open, or its end. */
export async function outcomeOfAny(engine: Engine, tenant: string, runId: string): Promise<Outcome> {
  const row = await engine.run(tenant, runId);
  if (row.kind === "call") return shownOutcome(await engine.outcomeOfRun(tenant, runId));
  const result = await engine.runResult(LOCAL, runId);
  const [wait] = result.waits;
  const { status, output, error, threadId } = result;
  return {
    ok: status === "completed" ? true : status === "waiting" || status === "queued" ? null : false,
    status: status === "queued" ? "waiting" : status,
    ...(output === undefined ? {} : { value: output }),
    ...(error === undefined ? {} : { error }),
    ...(wait === undefined ? {} : { wait }),
    runId,
    callId: wait?.callId ?? "",
    threadId,
    durationMs: 0,
    isolation: null,
    logs: [],
  };
}
