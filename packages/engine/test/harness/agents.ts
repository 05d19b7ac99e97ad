// Runs of agents, put into the store as they are created: not moved yet.

import type { ScriptStep } from "../../src/events/payloads.ts";
import type { EventDraft, JsonObject } from "../../src/index.ts";
import type { Fixture } from "./fixture.ts";

let runs = 0;

/** What a test says of an agent's run. */
export interface AgentRun {
  readonly runId?: string;
  readonly tenant?: string;
  readonly threadId?: string;
  readonly input?: string;
  readonly definition?: JsonObject;
  readonly script?: readonly ScriptStep[];
  readonly requestedBy?: string;
  readonly requestedByRoles?: readonly string[];
  readonly standsForAll?: boolean;
  readonly limits?: JsonObject;
  readonly place?: string;
  readonly context?: JsonObject;
}

/** Creates the run; resolves with its id. */
export async function createAgentRun(f: Pick<Fixture, "store">, given: AgentRun = {}): Promise<string> {
  runs += 1;
  const {
    tenant = "local",
    runId = `run_${String(runs).padStart(6, "0")}`,
    threadId = `thr_${runId}`,
    input = "Do it.",
    script,
    requestedBy = "ada",
    limits = {},
    place = null,
    context,
  } = given;
  const definition = { id: "helper", instructions: "Help.", model: "default", tools: [], ...given.definition };
  const created: EventDraft = {
    type: "run.created",
    data: {
      ...{
        kind: "agent",
        tenant,
        thread: threadId,
        agent: "helper",
        definition,
        input,
        limits,
        requestedBy,
        engine: 1,
      },
      requestedByRoles: given.requestedByRoles ?? [],
      ...(given.standsForAll === true ? { standsForAll: true } : {}),
      ...(script === undefined ? {} : { script }),
      ...(context === undefined ? {} : { context }),
    },
  };
  const message: EventDraft = { type: "message.user", data: { text: input } };
  const reply = await f.store.create({
    run: {
      ...{ tenant, runId, threadId, kind: "agent", tool: null, agent: "helper", requestedBy, minEngine: 1 },
      place,
    },
    appendId: `app_${runId}`,
    idempotency: null,
    hold: null,
    decision: { events: [created, message], standing: { status: "ready" }, release: true },
  });
  if (!reply.ok) throw new Error(`the run was not created: ${reply.reason}`);
  return runId;
}
