// Doing what is asked for under a key once: whoever asks again, also at the same time or because the reply was lost, gets the
// reply of when it took effect. What was refused has taken no effect, and is looked at anew.

import type { Store } from "../ports/store.ts";
import type { Idempotency, Remembered } from "../ports/store-inputs.ts";
import { keyReused } from "./request-key.ts";

/** How something is done, and how its reply is given again. */
export interface OnceOnly<T> {
  /** Does it; the key is kept by the store in the transaction that has the effect. */
  act(): Promise<T>;
  /** The reply of when it took effect. */
  again(reply: Remembered["reply"]): Promise<T>;
}

/** Does it, unless it was done under this key. Rejects with `key_reused` where the key was another request's. */
export async function underKey<T>(
  store: Pick<Store, "remembered">,
  tenant: string,
  idempotency: Idempotency | null,
  { act, again }: OnceOnly<T>,
): Promise<T> {
  if (idempotency === null) return act();
  const before = await earlier(store, tenant, idempotency);
  if (before !== null) return again(before.reply);
  try {
    return await act();
  } catch (error) {
    // Of two at once the other was first, or the reply to the commit was lost.
    const meanwhile = await earlier(store, tenant, idempotency);
    if (meanwhile === null) throw error;
    return again(meanwhile.reply);
  }
}

async function earlier(
  store: Pick<Store, "remembered">,
  tenant: string,
  { key, digest }: Idempotency,
): Promise<Remembered | null> {
  const remembered = await store.remembered(tenant, key);
  if (remembered !== null && remembered.digest !== digest) throw keyReused(key);
  return remembered;
}
