// Which stores have put blobs into a folder. Two stores may share one without knowing of each other, and the same bytes are
// one file to both: then neither can tell that nobody names a file, and none is ever removed.

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const OWNERS = ".stores";
/** Stands for whoever put what was there before owners were noted. */
const EARLIER = "earlier";

/** Notes that a store puts blobs into a folder, before it puts the first. */
export async function noteOwner(folder: string, storeId: string): Promise<void> {
  const owners = join(folder, OWNERS);
  const noted = await names(owners);
  if (noted?.includes(storeId)) return;
  const usedBefore = noted === null && (await names(folder))?.some((name) => !name.startsWith("."));
  await mkdir(owners, { recursive: true });
  for (const owner of usedBefore === true ? [EARLIER, storeId] : [storeId]) {
    await writeFile(join(owners, owner), "", { mode: 0o600, flush: true });
  }
}

/** Whether only one store ever put blobs there. */
export async function isOnlyOwner(folder: string, storeId: string): Promise<boolean> {
  const noted = await names(join(folder, OWNERS));
  return noted !== null && noted.length === 1 && noted[0] === storeId;
}

/** Null: there is no such folder. */
async function names(folder: string): Promise<readonly string[] | null> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
