// What a provider's refusal means, by its status and the code that it gives.

import type { Asked } from "./asked.ts";
import { type Failure, lasting, passing } from "./failure.ts";

/** A refusal as the provider told it. */
export interface Refusal {
  readonly status: number;
  /** Its own names for what is wrong, in one text. */
  readonly code: string;
  readonly words: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** Statuses below 500 after which asking again may help. */
const PASSING = new Set([408, 409, 425]);

/** The failure that a refusal is. */
export function refusalFailure(refusal: Refusal, asked: Asked): Failure {
  const { status, retryAfterMs } = refusal;
  const whom = `${asked.provider}/${asked.name}`;
  const because = refusal.words === undefined ? "" : `: ${refusal.words}`;
  if (isKeyRefusal(refusal)) return keyRefused(asked, status);
  if (isQuota(refusal))
    return lasting(
      "model_quota_exhausted",
      `the account behind ${asked.keyPlace} has no quota left at ${asked.provider} (${status})${because}`,
      `raise the quota or pay at ${asked.provider}, or use a key of another account`,
    );
  if (status === 429)
    return passing("model_rate_limited", `${whom} limits the rate of requests (429)${because}`, { retryAfterMs });
  if (status >= 500 || PASSING.has(status))
    return passing("model_overloaded", `${whom} cannot answer now (${status})${because}`, { retryAfterMs });
  if (status === 403)
    return lasting(
      "model_key_refused",
      `${asked.provider} does not let ${asked.keyPlace} use ${asked.name} (403)${because}`,
      "use a key that may, or a model that this one may use",
    );
  if (status === 404)
    return lasting(
      "model_unknown",
      `${asked.shownUrl} knows no model ${JSON.stringify(asked.name)} (404)${because}`,
      "look at the model's name, and at its base URL, which usually ends in the version, as in /v1",
    );
  if (status < 400)
    return lasting(
      "model_not_configured",
      `${asked.shownUrl} sends requests elsewhere (${status}), and a key is not sent after them`,
      "set the model's base URL to the address that it names",
    );
  return lasting("model_refused_request", `${whom} refused the request (${status})${because}`);
}

/** Google answers a wrong key with 400. */
function isKeyRefusal({ status, code }: Refusal): boolean {
  return status === 401 || code.includes("API_KEY_INVALID");
}

function isQuota({ status, code }: Refusal): boolean {
  return status === 402 || (status === 429 && code.includes("insufficient_quota"));
}

/** The provider's own words are left out: they may hold parts of the key. */
function keyRefused({ provider, key, keyPlace }: Asked, status: number): Failure {
  return key === ""
    ? lasting("model_key_missing", `${provider} wants a key (${status}), and ${keyPlace} is not set`, `set ${keyPlace}`)
    : lasting(
        "model_key_refused",
        `${provider} refused the key in ${keyPlace} (${status})`,
        `put a valid key into ${keyPlace}`,
      );
}
