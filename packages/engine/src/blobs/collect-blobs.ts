// The collector of blobs. It removes what nothing named for a day, and nothing else:
//
// 1. A blob is looked at only while no event and no artifact names it. The store knows those that lost their last name;
//    those that never had one (their writer died before the event) are found by going through what lies there.
// 2. The first look writes down as what it was seen. A day later by the store's clock a second look removes it, if it still
//    is what was seen: whoever put it meanwhile has made it something else, and it is left for another day.
// 3. Whoever puts it while it is being removed is noticed by whoever keeps it (`BlobUpkeep.remove`), and whoever names it, by
//    the transaction that forgets it.

import type { BlobUpkeep } from "../ports/blobs.ts";
import type { Store } from "../ports/store.ts";
import type { UnnamedBlob } from "../ports/store-upkeep.ts";

/** Blobs that one look takes. */
const AT_ONCE = 200;

/** What the collector works with. */
export interface Collecting {
  readonly store: Store;
  readonly blobs: BlobUpkeep;
  /** How long nothing must have named a blob. */
  readonly keepMs: number;
}

/** Where the search for blobs that never had a name has come to. */
export interface SearchPlace {
  readonly tenant: string;
  readonly after: string;
}

/** Looks at blobs that nothing names and whose time has come; resolves with how many were removed, and whether there are more. */
export async function collectUnnamed(collecting: Collecting): Promise<{ removed: number; more: boolean }> {
  const { store } = collecting;
  const unnamed = await store.unnamedBlobs(AT_ONCE);
  let removed = 0;
  for (const blob of unnamed) if (await collect(collecting, blob)) removed += 1;
  return { removed, more: unnamed.length === AT_ONCE };
}

async function collect({ store, blobs, keepMs }: Collecting, blob: UnnamedBlob): Promise<boolean> {
  const { tenant, digest, seenAs } = blob;
  const forget = (seen: string): Promise<boolean> => store.forgetBlob({ tenant, digest, seenAs: seen });
  if (seenAs !== null && (await blobs.remove(tenant, digest, seenAs, () => forget(seenAs)))) return true;
  const seen = await blobs.see(tenant, digest);
  // One that is not there is written down as that: after a day without a name there is nothing to be kept of it.
  const now = { digest, bytes: seen?.bytes ?? blob.bytes, seenAs: seen?.seenAs ?? "absent" };
  await store.markBlobs({ tenant, blobs: [now], againMs: keepMs });
  return false;
}

/**
 * Goes through some of what lies there, for blobs that the store knows nothing of, and has them looked at a day later.
 * Resolves with where to go on; null: from the beginning.
 */
export async function searchStrays(collecting: Collecting, place: SearchPlace | null): Promise<SearchPlace | null> {
  const { store, blobs, keepMs } = collecting;
  const tenant = place?.tenant ?? (await store.tenants("", 1))[0]?.tenant;
  if (tenant === undefined) return null;
  const { digests, next } = await blobs.list(tenant, place?.after ?? "", AT_ONCE);
  const strays: Pick<UnnamedBlob, "digest" | "bytes" | "seenAs">[] = [];
  for (const digest of await store.unknownBlobs(tenant, digests)) {
    const seen = await blobs.see(tenant, digest);
    if (seen !== null) strays.push({ digest, ...seen });
  }
  if (strays.length > 0) await store.markBlobs({ tenant, blobs: strays, againMs: keepMs });
  if (next !== null) return { tenant, after: next };
  const following = (await store.tenants(tenant, 1))[0]?.tenant;
  return following === undefined ? null : { tenant: following, after: "" };
}
