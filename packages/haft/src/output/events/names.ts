// The tools of a run's calls, learnt from its events, so that a line can name a tool where an event only has the call.

import type { JsonObject } from "@haft/sdk/wire";
import type { RunEvent } from "../../session/run.ts";
import { join, text } from "./read-data.ts";

/** `toolset/tool` of an event that names both. */
export function toolName({ toolset, tool }: JsonObject): string {
  return join("/", text(toolset), text(tool));
}

/** What is known of a run while its events go by. */
export class CallNames {
  readonly #tools = new Map<string, string>();

  /** Learns from an event. */
  hear({ type, data }: RunEvent): void {
    if (type === "tool.called") this.#tools.set(text(data.callId), toolName(data));
  }

  /** What is known from elsewhere, for example from a wait. */
  know(callId: string, tool: string): void {
    this.#tools.set(callId, tool);
  }

  /** `toolset/tool`, else the call's id. */
  of(event: RunEvent): string {
    const callId = text(event.data.callId);
    return this.#tools.get(callId) ?? callId;
  }
}
