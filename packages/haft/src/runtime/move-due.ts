// What sleeps and is due goes on with whichever command runs next, in place of a server that would have woken it.

import { parseSettings } from "./local-settings.ts";
import { LOCAL, type Parts } from "./parts.ts";

/** So many are moved by one command; the others by the next, or by `haft worker --once`, which moves all. */
const MOST = 20;

/** Whether a run can be moved with these secrets: one that was started with others is left to a command that gives them. */
async function hasItsSecrets(
  { engine }: Parts,
  runId: string,
  given: Readonly<Record<string, string>>,
): Promise<boolean> {
  const [created] = await engine.events(LOCAL, runId, 0, 1);
  if (created?.type !== "run.created") return false;
  return (parseSettings(created.data.settings ?? {}).secrets ?? []).every((name) => Object.hasOwn(given, name));
}

/** Moves the runs whose time has come. What goes wrong with one of them is told by its own log, not by this command. */
export async function moveDue(parts: Parts, secrets: Readonly<Record<string, string>>, by: string): Promise<void> {
  const { engine, store } = parts;
  try {
    const waits = await store.waits(LOCAL, { open: true, kind: "time", limit: MOST });
    if (waits.length === 0) return;
    const now = await store.now();
    for (const { runId, dueAt } of waits) {
      if (dueAt === null || dueAt > now || !(await hasItsSecrets(parts, runId, secrets))) continue;
      await parts.readyToMove();
      await engine.moveRun(LOCAL, runId, { by });
    }
  } catch {
    // A store that can only be read, for example: the command itself says so where it matters.
  }
}
