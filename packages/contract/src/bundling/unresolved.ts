// How the plugins refuse an import: the reason travels in the message's `detail`, esbuild adds the place.

import type { OnResolveResult } from "esbuild";

/** Why an import does not resolve. */
export interface Unresolved {
  readonly reason: "sibling" | "package" | "no-environment" | "outside-only" | "address";
  readonly specifier: string;
}

/** Refuses an import. */
export function unresolved(reason: Unresolved["reason"], specifier: string): OnResolveResult {
  const detail: Unresolved = { reason, specifier };
  return { errors: [{ text: reason, detail }] };
}

/** Whether a message is one of these refusals. */
export function isUnresolved(detail: unknown): detail is Unresolved {
  return typeof detail === "object" && detail !== null && "reason" in detail && "specifier" in detail;
}
