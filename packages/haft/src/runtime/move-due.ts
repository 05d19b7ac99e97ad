// What waits and whose time has come goes on with whichever command runs next, in place of a server that would have
// woken it: sleeps that are over, and waits of every kind that have expired.

import type { WaitRow } from "@haft/engine/ports";
import { LOCAL } from "./local-tenant.ts";
import type { Parts } from "./parts.ts";

/** Waits are read so many at first, and more where all of them are due. */
const PAGE = 100;

/** Whether the time of a wait has passed: it is due, or has expired. */
function isDue({ dueAt, expiresAt }: WaitRow, now: number): boolean {
  return (dueAt !== null && dueAt <= now) || (expiresAt !== null && expiresAt <= now);
}

/** Every open wait whose time has passed: the store gives those with the nearest deadline first. */
async function dueWaits({ store }: Parts): Promise<readonly WaitRow[]> {
  for (let limit = PAGE; ; limit *= 4) {
    const waits = await store.waits(LOCAL, { open: true, limit });
    if (waits.length === 0) return [];
    const now = await store.now();
    const due = waits.filter((wait) => isDue(wait, now));
    if (waits.length < limit || due.length < waits.length) return due;
  }
}

/** A wait that expires and whose tool takes no expiry: the run ends without a line of the tool's code. */
async function endsWithoutCode({ engine, store }: Parts, wait: WaitRow): Promise<boolean> {
  const now = await store.now();
  if (wait.expiresAt === null || wait.expiresAt > now || (wait.dueAt !== null && wait.dueAt <= now)) return false;
  const events = await engine.events(LOCAL, wait.runId, 0, 2);
  const called = events.find((event) => event.type === "tool.called");
  return called !== undefined && !(called.data.traits.resume?.on ?? []).includes("timeout");
}

/** Moves the runs whose time has come. What goes wrong with one of them is told by its own log, not by this command. */
export async function moveDue(parts: Parts, by: string): Promise<void> {
  try {
    for (const runId of await parts.lookAtFiles()) await ifItCan(parts, runId, by);
    for (const wait of await dueWaits(parts)) await ifItCan(parts, wait.runId, by, wait);
  } catch {
    // A store that can only be read, for example: the command itself says so where it matters.
  }
}

/** One that cannot be read or moved hides none of the others (I13). */
async function ifItCan(parts: Parts, runId: string, by: string, wait?: WaitRow): Promise<void> {
  const canGoOn = async () =>
    (await parts.hasSecretsOf(LOCAL, runId)) || (wait !== undefined && (await endsWithoutCode(parts, wait)));
  if (await canGoOn().catch(() => false)) await moved(parts, runId, by);
}

/** One that cannot be moved hides none of the others. */
async function moved(parts: Parts, runId: string, by: string): Promise<void> {
  const run = await parts.store.run(LOCAL, runId);
  if (run === null || !parts.isHere(run.place)) return;
  await parts.readyToMove();
  await parts.engine.moveRun(LOCAL, runId, { by }).catch(() => undefined);
}
