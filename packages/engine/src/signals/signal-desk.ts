// Signals: something that came from outside under a key, for calls that wait for it.

import { createHash } from "node:crypto";
import { inputKey, type Keyed, keyReused } from "../idempotency/request-key.ts";
import { underKey } from "../idempotency/under-key.ts";
import type { Json } from "../json/json.ts";
import type { Idempotency, Signal, SignalReply } from "../ports/store-inputs.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { createMasker } from "../secrets/masker.ts";
import type { Services } from "../worker/services.ts";

/** The longest key and id, in characters, and the largest payload, in bytes of JSON. */
const MAX_KEY = 512;
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** What can be done with signals. */
export interface SignalDesk {
  /**
   * Brings a signal under `toolset/key`: it ends every open wait of the key, or is kept for 24 hours for the first that
   * opens. The same id again is the same signal, and the reply the same. Rejects with `invalid_signal`, and with `key_reused`
   * where the id was another payload's or somebody else's.
   */
  signal(tenant: string, key: string, payload: Json, by: string, id?: string, options?: Keyed): Promise<SignalReply>;
}

/** The desk on these services. */
export function signalDesk({ store, secrets }: Services): SignalDesk {
  return {
    async signal(tenant, key, payload, name, id, options = {}) {
      const masker = createMasker(await secrets.values(tenant));
      const by = masker.text(name);
      // The key as well: the wait that it is for has passed the masker, too.
      const [heard, masked] = [masker.text(key), masker.value(payload)];
      const own = id === undefined ? undefined : masker.text(id);
      requireSignal(heard, masked, own);
      const idempotency = inputKey(options, masker, ["signal", key, payload, by, id]);
      const said = { tenant, key: heard, payload: masked, id: own ?? null, by };
      return underKey(store, tenant, idempotency, {
        act: () => bring(store, said, idempotency),
        // Also one that was cut off in the middle: it goes on, and the id says what it had ended by then.
        again: () => bring(store, said, idempotency),
      });
    },
  };
}

async function bring(store: Services["store"], said: Signal, idempotency: Idempotency | null): Promise<SignalReply> {
  const keyed = idempotency === null ? {} : { idempotency, id: said.id ?? idOf(idempotency) };
  const reply = await store.signal({ ...said, ...keyed });
  if (reply.refused !== undefined) throw idReused(said.id ?? "", reply.refused);
  if (reply.keyTaken === true) throw keyReused(idempotency?.key ?? "");
  return reply;
}

/** What a signal with a key and without an id is known by: nothing that anybody would call theirs. */
function idOf({ key }: Idempotency): string {
  return `idempotency-key ${createHash("sha256").update(key).digest("hex")}`;
}

function idReused(id: string, { other, by, at }: NonNullable<SignalReply["refused"]>): EngineError {
  const whose = other === "person" ? `was used by ${by}` : `was used by ${by} for another payload`;
  const message = `the id ${JSON.stringify(id)} of this signal ${whose} at ${new Date(at).toISOString()}`;
  return new EngineError("key_reused", message, "send each signal under an id of its own, and the same one only again");
}

function requireSignal(key: string, payload: Json, id: string | undefined): void {
  if (!/^[^/\s]+\/.+$/s.test(key) || key.length > MAX_KEY) {
    const message = `${JSON.stringify(key.slice(0, 60))} is no key of a signal: expected toolset/key, at most ${MAX_KEY} characters`;
    throw new EngineError("invalid_signal", message, "haft waits shows the keys that are waited for");
  }
  if (id !== undefined && (id === "" || id.length > MAX_KEY)) {
    throw new EngineError("invalid_signal", `the id of a signal has 1 to ${MAX_KEY} characters`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(payload));
  if (bytes <= MAX_PAYLOAD_BYTES) return;
  const message = `the payload has ${bytes} bytes, at most ${MAX_PAYLOAD_BYTES} are taken`;
  throw new EngineError("invalid_signal", message, "send the address of what is large");
}
