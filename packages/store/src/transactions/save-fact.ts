// What a store knows of itself and of those who work on it, by name: changed where it still is what somebody read.

import type { SaveFact, SaveFactReply } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { run, type Work } from "../database/work.ts";

/** Plan: primary key, each. */
const MAKE = "insert into facts (name, value, at) values (:name, :value, :now) on conflict do nothing";
const CHANGE = "update facts set value = :value, at = :now where name = :name and value = :before";
const WRITE = `
insert into facts (name, value, at) values (:name, :value, :now)
on conflict (name) do update set value = excluded.value, at = excluded.at`;
const REMOVE = "delete from facts where name = :name and value = :before";
const DROP = "delete from facts where name = :name";

/** Writes the fact, or leaves it as it is because it is not what it was. */
export function* saveFact({ now }: Transaction, { name, value, ifMatch }: SaveFact): Work<SaveFactReply> {
  return { ok: (yield* changed(now, name, value, ifMatch)) === 1, at: now };
}

function* changed(now: number, name: string, value: string | null, before: string | null | undefined): Work<number> {
  if (value === null) {
    if (typeof before === "string") return yield* run(REMOVE, { name, before });
    yield* run(DROP, { name });
    return 1;
  }
  if (before === undefined) return yield* run(WRITE, { name, value, now });
  return before === null ? yield* run(MAKE, { name, value, now }) : yield* run(CHANGE, { name, value, now, before });
}
