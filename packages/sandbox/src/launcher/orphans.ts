// Ends what bubblewrap can leave: between the making of its inner process and that process's own wish to die with its
// parent there is a moment in which a killed parent leaves it waiting for ever. Nothing of a tool has run in it.

import { readdir, readFile } from "node:fs/promises";

/** Command lines of Haft's own sandboxes. */
const OWN = /\/haft\/(python\/haft_runner\/main\.py|runner\.cjs|meter\.cjs)/;
/** A launcher's death is told a moment before its children's. */
const LOOKS_MS = [0, 100, 1_000];

/** Ends sandboxes whose bubblewrap has been killed; gives how many. Rights decide which can be ended. */
export async function endOrphans(): Promise<number> {
  let ended = 0;
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name) || !(await isOrphan(name))) continue;
    try {
      process.kill(Number(name), "SIGKILL");
      ended += 1;
    } catch {
      // It has ended, or is another user's.
    }
  }
  return ended;
}

/** Looks a few times, for a launcher that has just been killed. */
export function endOrphansSoon(): void {
  for (const milliseconds of LOOKS_MS) setTimeout(() => void endOrphans(), milliseconds);
}

async function isOrphan(pid: string): Promise<boolean> {
  const status = await text(`/proc/${pid}/status`);
  // The first process of a namespace of its own, which still is bubblewrap.
  if (!/^Name:\s+bwrap$/m.test(status) || !/^NSpid:.*\s1$/m.test(status)) return false;
  if (!OWN.test((await text(`/proc/${pid}/cmdline`)).replaceAll("\0", " "))) return false;
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? "0";
  return !/^Name:\s+bwrap$/m.test(await text(`/proc/${parent}/status`));
}

function text(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
