// Creating runs of agents: checked and written in one transaction, queued where the thread has an open run. Moving is
// another matter.

import { createHash } from "node:crypto";
import { type AgentDefinition, NO_MODEL } from "../agents/agent-definition.ts";
import { faultText } from "../definitions/parser.ts";
import { ENGINE_VERSION, type EventDraft } from "../events/event.ts";
import type { Attachment, ScriptStep } from "../events/payloads.ts";
import { spill } from "../events/spill.ts";
import { checkedKey, keyReused } from "../idempotency/request-key.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { CreateRun } from "../ports/store-claims.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { parseScript } from "../scripts/parse-script.ts";
import { createMasker, type Masker } from "../secrets/masker.ts";
import { foldDrafts } from "../state/consequences.ts";
import { unborn } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import type { Services } from "../worker/services.ts";

/** A message for an agent. */
export interface StartRun {
  readonly tenant: string;
  /** As it is at the start of the run: kept with it. */
  readonly agent: AgentDefinition;
  /** The text of the message. */
  readonly input: string;
  readonly attachments?: readonly Attachment[];
  /** Steps that are played in place of a model, as whoever wrote them wrote them. */
  readonly script?: Json;
  /** Handed to every tool of the run unchanged; absent: nothing. */
  readonly context?: Json;
  readonly config?: JsonObject;
  /** The host's own, handed to the runner and the toolbox unread. Must hold no secret. */
  readonly settings?: JsonObject;
  /** Default: a new thread. */
  readonly threadId?: string;
  readonly requestedBy: string;
  /** What they may is what a script may; default: none. */
  readonly requestedByRoles?: readonly string[];
  /** The script stands for everybody who is asked: only for a store that nothing but rehearsals are in. Default: false. */
  readonly rehearsal?: boolean;
  /** The same key with the same message gives the run that it made. */
  readonly idempotencyKey?: string;
  /** The machine that has its files; default: any. */
  readonly place?: string;
}

/** A run that was created. */
export interface StartedRun {
  readonly runId: string;
  readonly threadId: string;
  /** Runs of its thread that come before it. */
  readonly queuedBehind: number;
}

/** Creates the run. Rejects with `invalid_script`, `no_model`, `queue_full`, `key_reused`. */
export async function createRun(services: Services, given: StartRun): Promise<StartedRun> {
  const { tenant, agent } = given;
  const masker = createMasker(await services.secrets.values(tenant));
  const requestedBy = masker.text(given.requestedBy);
  const requestedByRoles = (given.requestedByRoles ?? []).map((role) => masker.text(role));
  const request: StartRun = { ...given, requestedBy, requestedByRoles };
  const script = request.script === undefined ? null : checkedScript(masker.value(request.script));
  if (script === null && (await services.models.find(tenant, agent.model)) === null) throw noModel(agent);
  const runId = services.ids.next("run");
  const threadId = request.threadId ?? services.ids.next("thr");
  const events = runEvents(request, threadId, script, masker);
  const key = checkedKey(request.idempotencyKey, masker);
  const reply = await services.store.create({
    run: {
      ...{ tenant, runId, threadId, kind: "agent", tool: null, agent: agent.id, requestedBy },
      ...{ minEngine: ENGINE_VERSION, place: request.place ?? null },
    },
    appendId: services.ids.next("app"),
    idempotency: key === undefined ? null : { key, digest: digestOf(request) },
    hold: null,
    ...(agent.supersede === true ? { supersede: supersededBy(requestedBy) } : {}),
    decision: {
      events: await spill(events, tenant, services.blobs),
      standing: standing(foldDrafts(unborn(runId), events, await services.store.now())),
      release: false,
    },
  });
  if (!reply.ok) return refusedOrEarlier(services, { tenant, key }, threadId, reply);
  return { runId, threadId, queuedBehind: await behind(services, tenant, threadId, runId) };
}

/** How the thread's open approvals end: their calls do not run. Those decided meanwhile stay decided. */
function supersededBy(by: string): NonNullable<CreateRun["supersede"]> {
  return { by, payload: { cancelled: true, reason: "superseded by a new message", by } };
}

function checkedScript(given: Json): readonly ScriptStep[] {
  const parsed = parseScript(given);
  if (parsed.ok) return parsed.value;
  throw new EngineError("invalid_script", faultText("script", parsed.faults), "a script is a JSON array of steps");
}

function noModel({ id, model }: AgentDefinition): EngineError {
  return new EngineError("no_model", `no model is set: agent ${id} asks for the model or role ${model}`, NO_MODEL.hint);
}

function runEvents(
  request: StartRun,
  thread: string,
  script: readonly ScriptStep[] | null,
  masker: Masker,
): readonly EventDraft[] {
  const { tenant, agent, requestedBy, context, config, settings } = request;
  const attachments = request.attachments?.map(({ name, mimeType, path }) => ({
    name: masker.text(name),
    mimeType: masker.text(mimeType),
    path: masker.text(path),
  }));
  const text = masker.text(request.input);
  // Plain data, as an agent's parser or a bundle's reader made it; instructions may quote a secret.
  const definition = masker.value(JSON.parse(JSON.stringify(agent)) as JsonObject);
  return [
    {
      type: "run.created",
      data: {
        ...{ kind: "agent", tenant, thread, agent: agent.id, definition, input: text },
        ...(script === null ? {} : { script }),
        ...(context === undefined ? {} : { context: masker.value(context) }),
        ...(config === undefined ? {} : { config: masker.value(config) }),
        ...(settings === undefined ? {} : { settings: masker.value(settings) }),
        ...{ limits: agent.limits ?? {}, requestedBy, requestedByRoles: request.requestedByRoles ?? [] },
        ...(request.rehearsal === true ? { standsForAll: true } : {}),
        engine: ENGINE_VERSION,
      },
    },
    {
      type: "message.user",
      data: attachments === undefined || attachments.length === 0 ? { text } : { text, attachments },
    },
  ];
}

/** What makes two requests the same message. */
function digestOf({ agent, input, attachments, script, context, threadId }: StartRun): string {
  const same: Json = JSON.parse(
    JSON.stringify([agent, input, attachments, script, context, threadId].map((one) => one ?? null)),
  );
  return createHash("sha256").update(canonicalJson(same)).digest("hex");
}

type Refused = Extract<Awaited<ReturnType<Services["store"]["create"]>>, { ok: false }>;

async function refusedOrEarlier(
  services: Services,
  { tenant, key = "" }: { readonly tenant: string; readonly key: string | undefined },
  threadId: string,
  reply: Refused,
): Promise<StartedRun> {
  if (reply.reason === "exists") {
    const run = await services.store.run(tenant, reply.runId);
    if (run === null) throw new EngineError("run_not_found", `run ${reply.runId} was made with this key and is gone`);
    const queuedBehind = await behind(services, tenant, run.threadId, run.runId);
    return { runId: run.runId, threadId: run.threadId, queuedBehind };
  }
  if (reply.reason === "queue_full") throw queueFull(threadId);
  if (reply.reason === "key_reused") throw keyReused(key);
  throw new Error(`the run was not created: ${reply.reason}`);
}

/** A thread takes no more. */
export function queueFull(threadId: string): EngineError {
  const hint = "wait until some have ended, or begin another thread";
  return new EngineError("queue_full", `thread ${threadId} has 100 runs queued already`, hint);
}

/** The runs of a thread that have not ended and come before one. */
async function behind({ store }: Services, tenant: string, threadId: string, runId: string): Promise<number> {
  // Most messages find their thread free: a long one need not be read for that.
  if ((await store.run(tenant, runId))?.status !== "queued") return 0;
  const earlier = await store.runsOfThread(tenant, threadId, runId);
  return earlier.filter((run) => run.endedAt === null).length;
}
