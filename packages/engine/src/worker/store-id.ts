// The name of a store among all stores: made once, by whoever asks for it first, and kept in it.

import type { Ids } from "../ports/ids.ts";
import type { Store } from "../ports/store.ts";

const FACT = "store";

/** The id of a store, which has one afterwards. */
export async function storeId(store: Pick<Store, "facts" | "saveFact">, ids: Ids): Promise<string> {
  const known = await read(store);
  if (known !== undefined) return known;
  await store.saveFact({ name: FACT, value: ids.next("sto"), ifMatch: null });
  const made = await read(store);
  if (made === undefined) throw new Error("the store's id was made and is gone");
  return made;
}

async function read(store: Pick<Store, "facts">): Promise<string | undefined> {
  return (await store.facts(FACT)).find((fact) => fact.name === FACT)?.value;
}
