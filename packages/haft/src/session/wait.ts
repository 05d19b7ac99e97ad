// A wait, as it is listed and shown to whoever ends it.

import type { Json, JsonObject } from "@haft/sdk/wire";

/** A durable reason why a call is parked. */
export interface Wait {
  readonly id: string;
  readonly kind: "answer" | "approval" | "time" | "files" | "signal";
  readonly status: "open" | "resolved" | "expired" | "cancelled";
  readonly runId: string;
  readonly callId: string;
  /** `toolset/tool` */
  readonly tool: string;
  /** answer: what is asked */
  readonly prompt?: string;
  /** answer: what fits */
  readonly schema?: JsonObject;
  readonly choices?: readonly Json[];
  /** answer: who may */
  readonly to?: readonly string[];
  /** time: when it is due, ISO 8601 */
  readonly due?: string;
  /** files */
  readonly paths?: readonly string[];
  /** signal */
  readonly key?: string;
  /** approval: what would run, and who must agree. */
  readonly approval?: {
    readonly reason?: string;
    readonly arguments: JsonObject;
    readonly digest: string;
    readonly rules: readonly {
      readonly policy: string | null;
      readonly approvers: readonly string[] | null;
      readonly notRequester: boolean;
      readonly quorum: number;
    }[];
    readonly version: string;
    readonly have: number;
    readonly need: number;
    /** What the tool says of itself, and the text of the version that would run; absent where they cannot be read. */
    readonly description?: string;
    readonly source?: { readonly file: string; readonly text: string };
  };
  readonly openedAt: string;
  readonly expiresAt?: string;
  readonly endedAt?: string;
  readonly endedBy?: string;
}
