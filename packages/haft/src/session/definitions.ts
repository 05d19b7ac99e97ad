// Policies, agents and models, as they are stored.

import type { JsonObject } from "@haft/sdk/wire";

/** Policies, agents and models are shown as they were saved. */
export type StoredKind = "policy" | "agent" | "model";

/** One policy, agent or model, with who saved it. */
export interface StoredDefinition {
  readonly id: string;
  readonly definition: JsonObject;
  readonly savedBy?: string;
  readonly savedAt?: string;
}
