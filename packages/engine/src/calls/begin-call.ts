// Starting runs of kind `call`, and moving runs of either kind.

import { createHash } from "node:crypto";
import { checkedKey, keyReused } from "../idempotency/request-key.ts";
import { createMasker } from "../secrets/masker.ts";
import type { MoveObserver } from "../worker/observe-phase.ts";
import type { Services } from "../worker/services.ts";
import type { Worker } from "../worker/worker.ts";
import { queueFull } from "./create-run.ts";
import { idsOfRun, type StartedCall } from "./looks.ts";
import { type CallRequest, firstEvents } from "./start-call.ts";

/** Starts a call, and moves its run until it has ended or waits. */
export async function startCall(
  services: Services,
  worker: Worker,
  given: CallRequest,
  observer: MoveObserver,
  signal: AbortSignal | undefined,
): Promise<StartedCall> {
  const { ids, secrets } = services;
  const { tenant } = given;
  const masker = createMasker(await secrets.values(tenant));
  const request: CallRequest = { ...given, requestedBy: masker.text(given.requestedBy) };
  const [runId, callId] = [ids.next("run"), ids.next("call")];
  const threadId = request.threadId ?? ids.next("thr");
  const events = firstEvents(request, { callId, threadId }, masker);
  const tool = `${request.toolset}/${request.tool.name}`;
  const { requestedBy, place = null } = request;
  const key = checkedKey(request.idempotencyKey, masker);
  const named = { tenant, runId, threadId, kind: "call", tool, agent: null } as const;
  const run = { ...named, requestedBy, minEngine: 1, place };
  const idempotency = key === undefined ? null : { key, digest: callDigest(request) };
  const started = await worker.start({ by: "create", run, idempotency }, events, observer, signal);
  if (started.refusal === null) return { runId, callId, threadId };
  const { reason, runId: earlier } = started.refusal;
  if (reason === "exists" && earlier !== undefined) return idsOfRun(services, tenant, earlier);
  if (reason === "queue_full") throw queueFull(threadId);
  if (reason === "key_reused") throw keyReused(key ?? "");
  throw new Error(`the call was not started: ${reason}`);
}

/** What makes two requests the same call. */
function callDigest({ toolset, tool, digest, arguments: given, context, threadId }: CallRequest): string {
  const same = JSON.stringify([toolset, tool.name, digest, given, context ?? null, threadId ?? null]);
  return createHash("sha256").update(same).digest("hex");
}
