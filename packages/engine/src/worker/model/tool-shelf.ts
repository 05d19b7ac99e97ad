// The tools that the model was shown last: a call belongs to the version that was shown, whatever is current meanwhile.

import { createHash } from "node:crypto";
import type { EventDraft } from "../../events/event.ts";
import { canonicalJson } from "../../json/canonical-json.ts";
import { isObject, type Json } from "../../json/json.ts";
import type { BoundTool, DiscoveredTools } from "../../ports/toolbox.ts";
import type { Masker } from "../../secrets/masker.ts";
import type { AgentState, CallState } from "../../state/run-state.ts";
import { readEvents } from "../read-run.ts";
import type { Services } from "../services.ts";
import { maskTools } from "./mask-tools.ts";

/** Tools as they are written: their digest tells whether they are the same as before. */
export interface ShownTools {
  readonly digest: string;
  readonly tools: readonly BoundTool[];
  readonly draft: EventDraft;
}

/** Keeps the tools of one run by their digest. */
export class ToolShelf {
  #shown: { readonly digest: string; readonly tools: readonly BoundTool[] } | null = null;

  /** Tools that were just read, and the event that says so. From here on there is only what it says of them (I12). */
  keep(discovered: DiscoveredTools, masker: Masker): ShownTools {
    // The tools are plain data: a descriptor is what a contract says.
    const plain: Json = JSON.parse(JSON.stringify(discovered.tools));
    const data = maskTools(plain, masker);
    const tools = data === plain ? discovered.tools : toolsIn(data);
    const missing = discovered.missing.map(({ name, reason }) => ({ name, reason: masker.text(reason) }));
    const names = tools.map(({ name }) => name);
    const all = canonicalJson([data, missing.map(({ name, reason }) => [name, reason])]);
    const digest = createHash("sha256").update(all).digest("hex");
    this.#shown = { digest, tools };
    const gone = missing.length === 0 ? {} : { missing };
    return { digest, tools, draft: { type: "tools.discovered", data: { digest, names, ...gone, tools: data } } };
  }

  /** The tools that the model was shown. They must be at hand: see `load`. */
  shown(agent: AgentState): readonly BoundTool[] {
    if (agent.tools === null) return [];
    if (this.#shown?.digest !== agent.tools.digest)
      throw new Error("the tools that the model was shown are not loaded");
    return this.#shown.tools;
  }

  /** The tool of a call among those that the model was shown. */
  find(agent: AgentState, call: Pick<CallState, "toolset" | "tool">): BoundTool | undefined {
    return this.shown(agent).find(
      ({ toolset, descriptor }) => toolset === call.toolset && descriptor.name === call.tool,
    );
  }

  /** Reads them from the log, where another worker has shown them. */
  async load(
    { store, blobs }: Pick<Services, "store" | "blobs">,
    tenant: string,
    runId: string,
    agent: AgentState | null,
  ): Promise<void> {
    const last = agent?.tools ?? null;
    if (last === null || this.#shown?.digest === last.digest) return;
    const [event] = await readEvents(await store.events(tenant, runId, last.seq - 1, 1), tenant, blobs);
    if (event?.type !== "tools.discovered") throw new Error(`event ${last.seq} of run ${runId} is no list of tools`);
    const { digest, tools } = event.data;
    this.#shown = { digest, tools: toolsIn(tools) };
  }
}

function toolsIn(data: Json | undefined): readonly BoundTool[] {
  return Array.isArray(data) ? data.filter(isBoundTool) : [];
}

/** Whether a value of the log is a tool as `keep` wrote it; the descriptor's own fields were checked when it was read. */
function isBoundTool(value: unknown): value is BoundTool {
  if (!isObject(value)) return false;
  const { name, toolset, version, digest, descriptor, traits } = value;
  return (
    [name, toolset, version, digest].every((text) => typeof text === "string") &&
    isObject(descriptor) &&
    isObject(traits)
  );
}
