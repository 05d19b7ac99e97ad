// The settings that count for an approval: what the call may reach. Values of secrets and of the environment do not.

import { createHash } from "node:crypto";
import { canonicalJson } from "../json/canonical-json.ts";

/** What a call is granted. */
export interface Grants {
  /** All of it, none of it, or hosts. */
  readonly network: boolean | readonly string[];
  /** Names of the secrets that it is given. */
  readonly secrets: readonly string[];
  readonly subprocess: boolean;
  /** Names of the variables of its environment that the toolset sets. */
  readonly env: readonly string[];
}

/** SHA-256, in hex, over the canonical JSON of the grants; the order of names means nothing. */
export function settingsDigest({ network, secrets, subprocess, env }: Grants): string {
  const reach = typeof network === "boolean" ? network : sorted(network);
  const canonical = canonicalJson({ network: reach, secrets: sorted(secrets), subprocess, env: sorted(env) });
  return createHash("sha256").update(canonical).digest("hex");
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
