// What a run came to so far, of either kind.

import type { EventOf } from "../events/event.ts";
import type { Json } from "../json/json.ts";
import type { ModelUsage } from "../ports/models.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { withWholeApproval } from "../waits/large-approval.ts";
import { type WaitView, waitView } from "../waits/wait-view.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

const PAGE = 500;
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
  const output = await outputOf(services, run);
  const usage = run.kind === "agent" ? await usageOf(services, run) : undefined;
  return {
    ...{ runId, threadId: run.threadId, kind: run.kind, status: statusOf(run) },
    ...(output === undefined ? {} : { output }),
    ...(run.error === null ? {} : { error: shown(run.error) }),
    waits: await Promise.all(waits.map(async (row) => waitView(await withWholeApproval(services, tenant, row)))),
    ...(usage === undefined ? {} : { usage }),
  };
}

function statusOf({ status }: RunRow): RunResult["status"] {
  return status === "ready" || status === "running" ? "waiting" : status;
}

function shown({ type, message, hint }: NonNullable<RunRow["error"]>): NonNullable<RunResult["error"]> {
  return hint === undefined ? { type, message } : { type, message, hint };
}

async function outputOf({ store, blobs }: Services, run: RunRow): Promise<Json | undefined> {
  if (run.status !== "completed") return undefined;
  // Notes may still come behind the end; the end itself is one of the last events.
  const stored = await store.events(run.tenant, run.runId, Math.max(0, run.lastSeq - PAGE), PAGE);
  const [end] = await readEvents(
    stored.filter(({ type }) => type === "run.completed"),
    run.tenant,
    blobs,
  );
  return end?.type === "run.completed" ? (end.data.output ?? null) : undefined;
}

async function usageOf({ store, blobs }: Services, { tenant, runId }: RunRow): Promise<ModelUsage | undefined> {
  let [inputTokens, outputTokens, asked] = [0, 0, 0];
  for (let last = 0; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    const told = await readEvents(
      page.filter(({ type }) => type.startsWith("model.re")),
      tenant,
      blobs,
    );
    for (const event of told) {
      if (event.type === "model.requested" && event.data.provider !== "script") asked += 1;
      if (event.type === "model.responded") [inputTokens, outputTokens] = added(event.data, inputTokens, outputTokens);
    }
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) break;
    last = next;
  }
  return asked === 0 ? undefined : { inputTokens, outputTokens };
}

function added({ usage }: EventOf<"model.responded">["data"], input: number, output: number): [number, number] {
  return [input + usage.inputTokens, output + usage.outputTokens];
}
