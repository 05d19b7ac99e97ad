// The key under which something is asked for: the same key with the same request is the same request, however often it comes.

import { createHash } from "node:crypto";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";
import type { Idempotency } from "../ports/store-inputs.ts";
import { EngineError } from "../refusals/engine-error.ts";
import type { Masker } from "../secrets/masker.ts";

/** The longest key, in characters. */
const MAX_KEY = 255;

/** What every input takes beside what it says. */
export interface Keyed {
  /**
   * 1 to 255 characters, the caller's own, and one for each request: what took effect under it is not done again, and gets
   * the same reply. Rejects with `key_reused` where the key was another request's, and with `invalid_key`.
   */
  readonly idempotencyKey?: string;
}

/** The key as it is kept (I12); undefined where none is given. Throws `invalid_key`. */
export function checkedKey(key: string | undefined, masker: Masker): string | undefined {
  if (key === undefined) return undefined;
  if (key === "" || key.length > MAX_KEY) {
    const message = `an idempotency key has 1 to ${MAX_KEY} characters, and this one has ${key.length}`;
    throw new EngineError("invalid_key", message, "make one up for each request, for example a UUID");
  }
  return masker.text(key);
}

/** The key of an input, and what makes two of them the same: what is asked, of what, by whom. Null where none is given. */
export function inputKey({ idempotencyKey }: Keyed, masker: Masker, same: readonly unknown[]): Idempotency | null {
  const key = checkedKey(idempotencyKey, masker);
  if (key === undefined) return null;
  const plain: Json = JSON.parse(JSON.stringify(same.map((one) => one ?? null)));
  return { key, digest: createHash("sha256").update(canonicalJson(plain)).digest("hex") };
}

/** A key stands for something else already. */
export function keyReused(key: string): EngineError {
  const message = `the idempotency key ${JSON.stringify(key)} was used for another request`;
  return new EngineError("key_reused", message, "use a new key for each request");
}
