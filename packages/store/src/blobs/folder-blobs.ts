// Blobs as files of one folder, named by their digest: written, synced and renamed before anybody is told of them. What a
// file holds is believed by its digest alone: a disk, or whoever can write to the folder, may have changed it.

import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs } from "@haft/engine/ports";

/** Blobs below `folder`, each tenant's apart. */
export function createFolderBlobs(folder: string): Blobs {
  return {
    async put(tenant, bytes) {
      const digest = digestOf(bytes);
      const place = join(folder, tenantFolder(tenant), digest.slice(0, 2));
      const file = join(place, digest);
      if (await holds(file, digest, bytes.byteLength)) return digest;
      await mkdir(place, { recursive: true });
      await write(place, file, bytes);
      return digest;
    },
    async get(tenant, digest) {
      if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError(`${JSON.stringify(digest)} is not a digest`);
      const file = join(folder, tenantFolder(tenant), digest.slice(0, 2), digest);
      const bytes = await readFile(file);
      if (digestOf(bytes) !== digest) throw new DamagedBlob(file);
      return bytes;
    },
  };
}

/** A file holds something else than what was kept under its digest. */
export class DamagedBlob extends Error {
  constructor(file: string) {
    super(`${file} does not hold what was kept there: put it back from a copy of the data folder`);
    this.name = "DamagedBlob";
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A name that no tenant can choose so that it leads elsewhere. */
function tenantFolder(tenant: string): string {
  return createHash("sha256").update(tenant).digest("hex").slice(0, 32);
}

/** Whether the file is there, whole and unchanged: the size alone spares reading one that was cut short. */
async function holds(file: string, digest: string, size: number): Promise<boolean> {
  try {
    return (await stat(file)).size === size && digestOf(await readFile(file)) === digest;
  } catch {
    return false;
  }
}

async function write(place: string, file: string, bytes: Uint8Array): Promise<void> {
  const draft = join(place, `.${randomUUID()}`);
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // The name is durable when the folder is.
  const folder = await open(place, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
