// A call that could not connect, and has no network: its error says how to grant one.

import type { PhaseOutcome } from "@haft/engine";

const CONNECTION =
  /\b(ECONNREFUSED|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ConnectError|ConnectionError|ConnectionRefusedError|gaierror|URLError|fetch failed|Network is unreachable|Name or service not known|Temporary failure in name resolution|Connection refused)\b/;

/** The outcome, with the hint where a connection failed for want of a network. */
export function withNetworkHint(outcome: PhaseOutcome, hasNetwork: boolean): PhaseOutcome {
  if (hasNetwork || outcome.kind !== "error" || outcome.error.hint !== undefined) return outcome;
  const { type, message } = outcome.error;
  if (!CONNECTION.test(`${type} ${message}`)) return outcome;
  return {
    ...outcome,
    error: { ...outcome.error, hint: "the call has no network; to share the machine's with it: --network" },
  };
}
