// A request to a model that came to nothing, as the engine is told of it.

import type { ModelReply } from "@haft/engine";

/** The part of a reply that tells of a failure. */
export type Failure = Extract<ModelReply, { kind: "failure" }>;

/** What kind of failure: the `type` of its error. */
export type FailureType =
  | "model_not_configured"
  | "model_key_missing"
  | "model_key_refused"
  | "model_unknown"
  | "model_refused_request"
  | "model_quota_exhausted"
  | "model_rate_limited"
  | "model_overloaded"
  | "model_unreachable"
  | "model_cut_short"
  | "model_unreadable"
  | "model_timed_out"
  | "model_aborted";

/** What may be said beside the type and the message. */
export interface FailureDetails {
  readonly hint?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** A failure that asking again may mend. */
export function passing(type: FailureType, message: string, details: FailureDetails = {}): Failure {
  return failure(type, message, true, details);
}

/** A failure that stays until somebody changes something. */
export function lasting(type: FailureType, message: string, hint?: string): Failure {
  return failure(type, message, false, { hint });
}

/** A stream that ended before the provider said that it was at its end. */
export function cutShort(whom: string): Failure {
  return passing("model_cut_short", `the response of ${whom} was cut short: its last part never came`);
}

function failure(type: FailureType, message: string, retryable: boolean, details: FailureDetails): Failure {
  const { hint, retryAfterMs } = details;
  return {
    kind: "failure",
    error: { type, message, ...(hint === undefined ? {} : { hint }) },
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
