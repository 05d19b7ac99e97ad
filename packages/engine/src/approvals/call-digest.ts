// What an approval is for: one digest of the call as it would run. It is computed again from what is about to run (I5).

import { createHash } from "node:crypto";
import { canonicalJson } from "../json/canonical-json.ts";
import type { JsonObject } from "../json/json.ts";

/** Everything that may not differ between what was approved and what runs. */
export interface ApprovedCall {
  readonly tenant: string;
  readonly run: string;
  readonly call: string;
  /** `toolset/tool` */
  readonly tool: string;
  /** Digest of the tool's source. */
  readonly source: string;
  /** `settingsDigest` of what the call is granted. */
  readonly settings: string;
  /** As they will run. */
  readonly arguments: JsonObject;
}

/** SHA-256, in hex, over the canonical JSON of the call. */
export function callDigest({ tenant, run, call, tool, source, settings, arguments: given }: ApprovedCall): string {
  const canonical = canonicalJson({ tenant, run, call, tool, source, settings, arguments: given });
  return createHash("sha256").update(canonical).digest("hex");
}
