// The end of a sandbox in words.

import { describeStatus } from "./errors.ts";
import type { SandboxProcess } from "./sandbox-process.ts";

/** Its exit is told a moment after its sockets' end of file. */
const EXIT_MS = 500;
/** What shells, bubblewrap and the supervisor add to the number of the signal that ended their child. */
const SIGNAL_BASE = 128;

/** Neither the call nor its sandbox was the reason: whatever holds the sandboxes ended all of them. */
export const LOST = "all sandboxes of its worker were ended";

/** Waits for its end; never rejects. */
export async function howItEnded(process: SandboxProcess): Promise<string> {
  await process.gone;
  const patience = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => patience.resolve(undefined), EXIT_MS);
  const end = await Promise.race([process.exit, patience.promise]);
  clearTimeout(timer);
  if (end?.kind === "lost") return LOST;
  const code = /^code (\d+)$/.exec(end?.detail ?? "")?.[1];
  if (code === undefined)
    return end?.kind === "exited" ? `its sandbox was ended by ${end.detail}` : "its sandbox ended";
  const number = Number(code);
  return describeStatus(number > SIGNAL_BASE ? number - SIGNAL_BASE : number << 8);
}
