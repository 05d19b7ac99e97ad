// Large values and artifacts, by digest.

/** Keeps bytes by their SHA-256. A blob is durable before `put` resolves. */
export interface Blobs {
  /** Resolves with the digest in hex. */
  put(tenant: string, bytes: Uint8Array): Promise<string>;
  /** Rejects if there is no such blob. */
  get(tenant: string, digest: string): Promise<Uint8Array>;
}
