// Blobs as files of one folder, named by their digest: written, synced and renamed before anybody is told of them. What a
// file holds is believed by its digest alone: a disk, or whoever can write to the folder, may have changed it.

import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs } from "@haft/engine/ports";
import { blobFile, tenantFolder } from "./blob-file.ts";
import { noteOwner } from "./folder-owners.ts";
import { folderUpkeep, readAside } from "./folder-upkeep.ts";

/** Blobs below `folder`, each tenant's apart. `owner` tells the id of the store that names them, before the first is put. */
export function createFolderBlobs(folder: string, owner?: () => Promise<string>): Blobs {
  let noted: Promise<void> | undefined;
  return {
    async put(tenant, bytes) {
      const digest = digestOf(bytes);
      const file = blobFile(folder, tenant, digest);
      if (owner !== undefined) {
        noted ??= owner().then((id) => noteOwner(folder, id));
        await noted.catch((error: unknown) => {
          noted = undefined;
          throw error;
        });
      }
      if ((await holds(file, digest, bytes.byteLength)) && (await renewed(file))) return digest;
      const place = join(folder, tenantFolder(tenant), digest.slice(0, 2));
      await mkdir(place, { recursive: true });
      await write(place, file, bytes);
      return digest;
    },
    async get(tenant, digest) {
      if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError(`${JSON.stringify(digest)} is not a digest`);
      const file = blobFile(folder, tenant, digest);
      const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        return readAside(file, error);
      });
      if (digestOf(bytes) !== digest) throw new DamagedBlob(file);
      return bytes;
    },
    upkeep: folderUpkeep(folder),
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

/** Whether the file is there, whole and unchanged: the size alone spares reading one that was cut short. */
async function holds(file: string, digest: string, size: number): Promise<boolean> {
  try {
    return (await stat(file)).size === size && digestOf(await readFile(file)) === digest;
  } catch {
    return false;
  }
}

/**
 * Makes a file that is there another one in the eyes of the collector, who then leaves it for as long as a new one. False:
 * the collector has just moved it aside, or it is somebody else's: then it is written anew.
 */
async function renewed(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    () => false,
  );
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
