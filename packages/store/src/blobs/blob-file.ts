// Where the file of a blob is, below the folder of blobs.

import { createHash } from "node:crypto";
import { join } from "node:path";

/** The file of a blob. */
export function blobFile(folder: string, tenant: string, digest: string): string {
  return join(folder, tenantFolder(tenant), digest.slice(0, 2), digest);
}

/** A name that no tenant can choose so that it leads elsewhere. */
export function tenantFolder(tenant: string): string {
  return createHash("sha256").update(tenant).digest("hex").slice(0, 32);
}
