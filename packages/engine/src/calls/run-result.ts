// What a run came to so far, of either kind.

import type { Json } from "../json/json.ts";
import { readLogOf } from "../log/read-log.ts";
import type { ModelUsage } from "../ports/models.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { withWholeApproval } from "../waits/large-approval.ts";
import { type WaitView, waitView } from "../waits/wait-view.ts";
import { type Large, readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";
import { isHere } from "../worker/this-place.ts";
import { requireWhole } from "./large-elsewhere.ts";

/** The end of a run is one of its last events: only notes may come behind it. */
const LAST = 500;
const MOST_WAITS = 100;

/** What a run came to so far. */
export interface RunResult {
  readonly runId: string;
  readonly threadId: string;
  readonly kind: "call" | "agent";
  /** `waiting` also where it is being moved; `queued`: other runs of its thread come first. */
  readonly status: "completed" | "failed" | "cancelled" | "waiting" | "queued";
  /** The model's last text, or the result of a script's last call. */
  readonly output?: Json;
  readonly error?: { readonly type: string; readonly message: string; readonly hint?: string };
  /** Open ones, oldest first. */
  readonly waits: readonly WaitView[];
  /** Tokens in and out; absent where no model was asked. */
  readonly usage?: ModelUsage;
}

/** The result of a run. Rejects with `run_not_found`. */
export async function runResult(services: Services, tenant: string, runId: string): Promise<RunResult> {
  const run = await services.store.run(tenant, runId);
  if (run === null) throw new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
  const waits =
    run.endedAt === null ? await services.store.waits(tenant, { open: true, runId, limit: MOST_WAITS }) : [];
  // Where its files are elsewhere, what is large of it is not to be had.
  const here = isHere(services.machine, run.place);
  const output = await outputOf(services, run, here ? "all" : "none");
  const usage = run.kind === "agent" ? await usageOf(services, run) : undefined;
  return {
    ...{ runId, threadId: run.threadId, kind: run.kind, status: statusOf(run) },
    ...(output === undefined ? {} : { output }),
    ...(run.error === null ? {} : { error: shown(run.error) }),
    waits: await Promise.all(
      waits.map(async (row) => waitView(here ? await withWholeApproval(services, tenant, row) : row)),
    ),
    ...(usage === undefined ? {} : { usage }),
  };
}

function statusOf({ status }: RunRow): RunResult["status"] {
  return status === "ready" || status === "running" ? "waiting" : status;
}

function shown({ type, message, hint }: NonNullable<RunRow["error"]>): NonNullable<RunResult["error"]> {
  return hint === undefined ? { type, message } : { type, message, hint };
}

async function outputOf({ store, blobs }: Services, run: RunRow, large: Large): Promise<Json | undefined> {
  if (run.status !== "completed") return undefined;
  const stored = await store.events(run.tenant, run.runId, Math.max(0, run.lastSeq - LAST), LAST);
  const [end] = await readEvents(
    stored.filter(({ type }) => type === "run.completed"),
    run.tenant,
    blobs,
    large,
  );
  if (large === "none") requireWhole(end, run);
  return end?.type === "run.completed" ? (end.data.output ?? null) : undefined;
}

async function usageOf(services: Services, { tenant, runId }: RunRow): Promise<ModelUsage | undefined> {
  let [inputTokens, outputTokens, isAsked] = [0, 0, false];
  const asked = ["model.requested", "model.responded"] as const;
  // Tokens are counted in the events themselves.
  for await (const { type, data } of readLogOf(services, tenant, runId, asked, 0, "none")) {
    if (type === "model.requested") isAsked ||= data.provider !== "script";
    else {
      inputTokens += data.usage.inputTokens;
      outputTokens += data.usage.outputTokens;
    }
  }
  return isAsked ? { inputTokens, outputTokens } : undefined;
}
