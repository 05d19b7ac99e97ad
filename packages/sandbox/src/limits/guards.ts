// What watches a sandbox from outside: memory where no control group does, and the disk.

import { statfs } from "node:fs/promises";
import type { WireError } from "@haft/sdk/wire";
import { diskFull, outOfMemory } from "../calls/errors.ts";
import type { Guards } from "../calls/sandbox-process.ts";
import type { ControlGroup } from "./control-group.ts";
import type { FolderMeter } from "./folder-meter.ts";
import { residentMiB } from "./resident-memory.ts";

const MEMORY_MS = 100;
const DISK_MS = 1_000;
const MIB = 1024 * 1024;
/** What `/data`, and what `/workspace`, may hold. */
export const FOLDER_MIB = 1024;
/** What the machine's disk keeps. */
const RESERVE_MIB = 1024;

/** What is to be watched. */
export interface GuardSettings {
  readonly group: ControlGroup | undefined;
  /** The process whose tree is the sandbox. */
  readonly pid: number;
  readonly memoryMiB: number;
  /** Host folders that the tool may write, by their names inside. */
  readonly folders: Readonly<Record<string, string>>;
  /** Starts what measures a folder. */
  readonly meter: (folder: string) => FolderMeter;
}

/** Watches while calls run. */
export function guardsOf(settings: GuardSettings): Guards {
  let tooMuch = false;
  return {
    outOfMemory: () => tooMuch || (settings.group?.outOfMemory() ?? false),
    watch(tool, over) {
      const stops = [watchDisk(settings, tool, over)];
      if (!settings.group)
        stops.push(
          every(MEMORY_MS, async () => {
            if ((await residentMiB(settings.pid)) <= settings.memoryMiB) return;
            tooMuch = true;
            over(outOfMemory(tool, settings.memoryMiB));
          }),
        );
      return {
        [Symbol.dispose]() {
          for (const stop of stops) stop();
        },
      };
    },
  };
}

function watchDisk(settings: GuardSettings, tool: string, over: (error: WireError) => void): () => void {
  const meters = new Map<string, FolderMeter>();
  let stopped = false;
  const stop = every(DISK_MS, async () => {
    for (const [inside, folder] of Object.entries(settings.folders)) {
      const disk = await statfs(folder);
      if ((disk.bavail * disk.bsize) / MIB < RESERVE_MIB) {
        over(diskFull(tool, `the machine's disk has less than ${RESERVE_MIB} MiB left`));
        return;
      }
      // The call may have ended while the disk was looked at: a meter started now would be closed by nobody.
      if (stopped) return;
      const meter = meters.get(inside) ?? settings.meter(folder);
      meters.set(inside, meter);
      const bytes = await meter.measure();
      if (bytes !== undefined && bytes / MIB > FOLDER_MIB) {
        over(diskFull(tool, `${inside} holds more than ${FOLDER_MIB} MiB`));
        return;
      }
    }
  });
  return () => {
    stopped = true;
    stop();
    for (const meter of meters.values()) meter.close();
  };
}

/** Runs a look again and again, one at a time, until it is stopped. */
function every(milliseconds: number, look: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = () => {
    timer = setTimeout(async () => {
      try {
        await look();
      } catch {
        // What was to be looked at has gone.
      }
      if (!stopped) next();
    }, milliseconds);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
