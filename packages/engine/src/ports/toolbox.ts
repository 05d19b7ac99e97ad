// What an agent's tools are at this moment: read at the start of every model step.

import type { ToolDescriptor } from "@haft/contract";
import type { ToolTraits } from "../events/payloads.ts";
import type { JsonObject } from "../json/json.ts";

/** One tool that an agent may call. */
export interface BoundTool {
  /** The name under which models see it. */
  readonly name: string;
  readonly toolset: string;
  readonly version: string;
  /** Of the module that defines it, with what it imports of its own. */
  readonly digest: string;
  readonly descriptor: ToolDescriptor;
  readonly traits: ToolTraits;
}

/** What is bound, and what is not and why (a toolset that does not read is missing, and no reason for anything else to be). */
export interface DiscoveredTools {
  readonly tools: readonly BoundTool[];
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
}

/** Whose tools are wanted. */
export interface ToolsQuery {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  /** Who asked for the run: whoever reads a toolset anew keeps its version in this name. */
  readonly requestedBy: string;
  /** As the run was created with: see `AgentDefinition`. */
  readonly agent: JsonObject;
  readonly settings: JsonObject;
  /** Names that were settled at an earlier step of the run, by `toolset/tool`: they stay. */
  readonly settled?: ReadonlyMap<string, string>;
}

/** The tools of agents. */
export interface Toolbox {
  /** Never rejects for a fault of one toolset. */
  discover(query: ToolsQuery): Promise<DiscoveredTools>;
}
