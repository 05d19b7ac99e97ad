// Large values and artifacts, by digest.

/** Keeps bytes by their SHA-256. A blob is durable before `put` resolves. */
export interface Blobs {
  /** Resolves with the digest in hex. What is there already is as good as new: it stays long enough to be named. */
  put(tenant: string, bytes: Uint8Array): Promise<string>;
  /** Rejects if there is no such blob. */
  get(tenant: string, digest: string): Promise<Uint8Array>;
  /** For the collector. Absent: nothing is ever removed. */
  readonly upkeep?: BlobUpkeep;
}

/** A blob as it lies there. `seenAs` is another text after each `put`. */
export interface SeenBlob {
  readonly bytes: number;
  readonly seenAs: string;
}

/** What the collector needs of blobs. */
export interface BlobUpkeep {
  /** Whether all blobs that are here belong to this store, so that what it does not name nobody does. */
  isOnlyOf(storeId: string): Promise<boolean>;
  /** Digests of a tenant behind one of them, in their order, about so many; `next`: behind which it goes on; null: that was all. */
  list(
    tenant: string,
    after: string,
    limit: number,
  ): Promise<{ readonly digests: readonly string[]; readonly next: string | null }>;
  /** Null: it is not there. */
  see(tenant: string, digest: string): Promise<SeenBlob | null>;
  /**
   * Removes a blob, unless somebody has put it since it was seen so. `release` is asked when nobody who puts it from now on
   * takes it to be there; where it says no, the blob stays. Resolves with whether it is gone.
   */
  remove(tenant: string, digest: string, seenAs: string, release: () => Promise<boolean>): Promise<boolean>;
}
