// What conditions would have been told of the calls of a run, from its log.

import type { EventOf } from "../events/event.ts";
import type { ToolTraits } from "../events/payloads.ts";
import type { JsonObject } from "../json/json.ts";
import { readLogOf } from "../log/read-log.ts";
import type { Services } from "../worker/services.ts";
import type { CallFacts } from "./condition.ts";

const TELLING = ["run.created", "tool.called", "arguments.repaired", "approval.requested"] as const;

/** The calls of a run, the newest first, with their arguments as they ran or would have run. */
export async function factsOfEvents(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  runId: string,
): Promise<readonly { readonly callId: string; readonly facts: CallFacts }[]> {
  const found = new Map<string, CallFacts>();
  let created: EventOf<"run.created"> | undefined;
  for await (const event of readLogOf(services, tenant, runId, TELLING)) {
    if (event.type === "run.created") created = event;
    else if (event.type !== "tool.called") replace(found, event.data);
    // A tool that there is not is in no toolset.
    else if (created !== undefined && event.data.toolset !== "")
      found.set(event.data.callId, facts(created.data, event.data));
  }
  return [...found].map(([callId, one]) => ({ callId, facts: one })).reverse();
}

function replace(
  found: Map<string, CallFacts>,
  data: { readonly callId: string; readonly arguments?: JsonObject },
): void {
  const before = found.get(data.callId);
  if (before !== undefined && data.arguments !== undefined)
    found.set(data.callId, { ...before, arguments: data.arguments });
}

function facts(
  run: EventOf<"run.created">["data"],
  call: {
    readonly toolset: string;
    readonly tool: string;
    readonly arguments?: JsonObject;
    readonly traits: ToolTraits;
  },
): CallFacts {
  return {
    tenant: run.tenant,
    tool: `${call.toolset}/${call.tool}`,
    arguments: call.arguments ?? {},
    agent: run.agent ?? null,
    thread: run.thread,
    context: run.context ?? null,
    capabilities: call.traits.capabilities ?? [],
    requestedBy: run.requestedBy,
  };
}
