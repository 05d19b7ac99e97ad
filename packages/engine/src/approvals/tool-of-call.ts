// The tool that a call is of, as its version describes it: from what the model was shown, or from the kept version.

import { isObject, type Json, type JsonObject } from "../json/json.ts";
import type { CallState, RunState } from "../state/run-state.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** What is needed of a descriptor. */
export interface DescribedCall {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** The tool of a call; null where its version is not to be had. */
export async function toolOfCall(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  state: RunState,
  call: CallState,
): Promise<DescribedCall | null> {
  const shown = await shownTool(services, tenant, state, call);
  if (shown !== null) return shown;
  const kept = await services.store.toolset(tenant, call.toolset, call.version);
  return kept === null ? null : toolIn(parse(kept.built), call.tool);
}

/** What the model was shown: all calls of a step are of the tools that were read last. */
async function shownTool(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  tenant: string,
  { runId, agent }: RunState,
  call: CallState,
): Promise<DescribedCall | null> {
  const last = agent?.tools ?? null;
  if (last === null) return null;
  const [event] = await readEvents(await store.events(tenant, runId, last.seq - 1, 1), tenant, blobs);
  const tools = event?.type === "tools.discovered" ? event.data.tools : undefined;
  for (const tool of list(tools)) {
    if (!isObject(tool) || tool.toolset !== call.toolset || tool.version !== call.version) continue;
    const described = asDescribed(tool.descriptor);
    if (described?.name === call.tool) return described;
  }
  return null;
}

/** A version as the host keeps it has its modules' descriptors beside what runs. */
function toolIn(built: Json, name: string): DescribedCall | null {
  const modules = isObject(built) ? list(built.modules) : [];
  const tools = modules.flatMap((module) => (isObject(module) ? list(module.tools) : []));
  return tools.map(asDescribed).find((tool) => tool?.name === name) ?? null;
}

function asDescribed(tool: Json | undefined): DescribedCall | null {
  if (!isObject(tool) || typeof tool.name !== "string" || !isObject(tool.inputSchema)) return null;
  const { name, description, inputSchema } = tool;
  return { name, description: typeof description === "string" ? description : "", inputSchema };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
