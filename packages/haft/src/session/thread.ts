// A thread, as it is listed and shown.

import type { JsonObject } from "@haft/sdk/wire";

/** One thread with its messages, oldest first (only in `thread`). */
export interface ThreadSummary {
  readonly id: string;
  readonly agent?: string;
  readonly title?: string;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly messages?: readonly {
    readonly role: "user" | "assistant";
    readonly text: string;
    readonly at: string;
    readonly runId: string;
  }[];
}
