// What conditions would have been told of the calls of a run, from its log.

import type { RunEvent } from "../events/event.ts";
import type { ToolTraits } from "../events/payloads.ts";
import type { JsonObject } from "../json/json.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";
import type { CallFacts } from "./condition.ts";

const TELLING = ["run.created", "tool.called", "arguments.repaired", "approval.requested"];
const PAGE = 500;

/** The calls of a run, the newest first, with their arguments as they ran or would have run. */
export async function factsOfEvents(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  tenant: string,
  runId: string,
): Promise<readonly { readonly callId: string; readonly facts: CallFacts }[]> {
  const found = new Map<string, CallFacts>();
  let created: Extract<RunEvent, { type: "run.created" }> | undefined;
  for (let last = 0; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    for (const event of await readEvents(
      page.filter(({ type }) => TELLING.includes(type)),
      tenant,
      blobs,
    )) {
      if (event.type === "run.created") created = event;
      else if (event.type === "tool.called" && created !== undefined) {
        if (event.data.toolset !== "") found.set(event.data.callId, facts(created.data, event.data));
      } else if ("callId" in event.data && "arguments" in event.data) replace(found, event.data);
    }
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) break;
    last = next;
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
  run: Extract<RunEvent, { type: "run.created" }>["data"],
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
