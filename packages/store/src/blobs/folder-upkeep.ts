// Looking through the files of blobs, and removing one that nobody wants any more.
//
// A writer who finds a file in its place changes its time, and a writer who finds none writes it; both are done by the
// file's name. So a file that is to go is moved aside first: from then on nobody finds it in its place, and whoever found it
// before has changed its time, which is looked at again only now. Where it was changed, or where something names it after
// all, it is put back. Each move has a name of its own, so that of two who remove the same file neither takes what the other
// moved; a file that was moved by a process which died is still read where it lies, and is put back by the next look.

import { randomUUID } from "node:crypto";
import { link, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { BlobUpkeep, SeenBlob } from "@haft/engine/ports";
import { blobFile, tenantFolder } from "./blob-file.ts";
import { isOnlyOwner } from "./folder-owners.ts";

const DIGEST = /^[0-9a-f]{64}$/;
/** `~DIGEST.…`: moved aside. */
const ASIDE = /^~([0-9a-f]{64})\./;
/** Who wrote or moved a file so long ago has died over it. */
const LEFT_MS = 3_600_000;

/** The collector's part of the blobs below a folder. */
export function folderUpkeep(folder: string): BlobUpkeep {
  return {
    isOnlyOf: (storeId) => isOnlyOwner(folder, storeId),
    async list(tenant, after, limit) {
      const digests: string[] = [];
      const own = join(folder, tenantFolder(tenant));
      const parts = (await names(own)).filter((part) => part >= after.slice(0, 2)).sort();
      for (const part of parts) {
        const place = join(own, part);
        const inIt = await names(place);
        await tidy(place, inIt);
        digests.push(...inIt.filter((name) => DIGEST.test(name) && name > after).sort());
        if (digests.length >= limit) return { digests: digests.slice(0, limit), next: digests[limit - 1] ?? null };
      }
      return { digests, next: null };
    },
    see: (tenant, digest) => see(blobFile(folder, tenant, digest)),
    async remove(tenant, digest, seenAs, release) {
      const file = blobFile(folder, tenant, digest);
      const aside = join(dirname(file), `~${digest}.${randomUUID()}`);
      const moved = await rename(file, aside).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          return false;
        },
      );
      if (!moved) return release();
      let gone = false;
      try {
        gone = (await see(aside))?.seenAs === seenAs && (await release());
      } finally {
        if (!gone) await putBack(aside, file);
      }
      await rm(aside, { force: true });
      return gone;
    },
  };
}

/** The bytes of a file that is not in its place, because it was moved aside; throws `absent` where it was not. */
export async function readAside(file: string, absent: Error): Promise<Buffer> {
  const digest = basename(file);
  for (const name of await names(dirname(file))) {
    if (ASIDE.exec(name)?.[1] !== digest) continue;
    const bytes = await readFile(join(dirname(file), name)).catch(() => undefined);
    if (bytes !== undefined) return bytes;
  }
  // It may have been put back in between.
  return readFile(file).catch(() => {
    throw absent;
  });
}

/** Opened, so that a file on another machine is asked for as it is now. */
async function see(file: string): Promise<SeenBlob | null> {
  try {
    const handle = await open(file, "r");
    try {
      const { ino, mtimeNs, size } = await handle.stat({ bigint: true });
      return { bytes: Number(size), seenAs: `${ino}.${mtimeNs}` };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Whoever has written it anew meanwhile wrote the same. */
async function putBack(aside: string, file: string): Promise<void> {
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
  });
}

/** Puts back what somebody moved aside and left there, and removes drafts that nobody finishes. */
async function tidy(place: string, inIt: readonly string[]): Promise<void> {
  for (const name of inIt) {
    const digest = ASIDE.exec(name)?.[1];
    if (digest === undefined && !name.startsWith(".")) continue;
    const path = join(place, name);
    const since = (await stat(path).catch(() => undefined))?.ctimeMs;
    if (since === undefined || Date.now() - since < LEFT_MS) continue;
    if (digest !== undefined) await putBack(path, join(place, digest));
    await rm(path, { force: true });
  }
}

/** Empty where there is no such folder. */
async function names(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}
