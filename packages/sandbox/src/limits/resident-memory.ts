// Resident memory of a process and all that it started, for machines where no control group bounds it.

import { readdir, readFile } from "node:fs/promises";

const PAGE_KIB = 4;

/** Sum over the tree of `pid`, in MiB. Pages that are shared count for each: more is never missed. */
export async function residentMiB(pid: number): Promise<number> {
  let kibibytes = 0;
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    kibibytes += await residentKiB(next);
    open.push(...(await childrenOf(next)));
  }
  return kibibytes / 1024;
}

async function residentKiB(pid: number): Promise<number> {
  try {
    const text = await readFile(`/proc/${pid}/statm`, "utf8");
    const [, resident, shared] = text.split(" ").map(Number);
    return Math.max(0, (resident ?? 0) - (shared ?? 0)) * PAGE_KIB;
  } catch {
    return 0; // it has ended
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  try {
    const lists = await Promise.all(
      (await readdir(`/proc/${pid}/task`)).map((task) =>
        readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => ""),
      ),
    );
    return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  } catch {
    return [];
  }
}
