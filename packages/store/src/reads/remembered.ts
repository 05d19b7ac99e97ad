// Reading what took effect under an idempotency key.

import type { Remembered } from "@haft/engine/ports";
import { text, textOrNull } from "../database/row.ts";
import { get, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, key). */
const ONE = "select digest, reply from idempotency where tenant = :tenant and key = :key";

/** What took effect; null: nothing did. */
export function* readRemembered(tenant: string, key: string): Work<Remembered | null> {
  const row = yield* get(ONE, { tenant, key });
  if (row === undefined) return null;
  const reply = textOrNull(row, "reply");
  // A column that only this store wrote, from a value of this type.
  return { digest: text(row, "digest"), reply: reply === null ? null : (JSON.parse(reply) as Remembered["reply"]) };
}
