// A worker in the middle of a call: has it make one that takes longer than any test, and finds what runs for it.

import assert from "node:assert/strict";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { until } from "./condition.ts";
import type { Member } from "./crew.ts";
import { below, launcherOf } from "./processes.ts";
import type { Scene } from "./scene.ts";

const PATIENCE_MS = 60_000;
/** Longer than the tool may take. */
const BEATS = 100_000;

/** Has a worker make a call that is at work when this resolves with its run. */
export async function atWork({ project, parts, heard, event }: Scene, worker: Member): Promise<string> {
  const before = new Set(heard.map(({ runId }) => runId));
  worker.order({ path: project.folder, tool: "toil", arguments: { beats: BEATS } });
  const { runId } = await event("tool.started", ({ runId }) => !before.has(runId));
  const [called] = (await parts.engine.events(LOCAL, runId, 0, 100)).filter(({ type }) => type === "tool.called");
  assert.ok(called?.type === "tool.called");
  await until(
    () => project.deeds().some(({ what, callId }) => what === "beat" && callId === called.data.callId),
    PATIENCE_MS,
    () => "the tool is not at work",
  );
  return runId;
}

/** The launcher that it has now. */
export function presentLauncher(worker: Member): number {
  const launcher = launcherOf(worker.pid);
  assert.ok(launcher !== undefined, "the worker has no launcher");
  return launcher;
}

/** What a call of a worker has running: everything below its launcher. */
export function sandboxesOf(worker: Member): readonly string[] {
  const found = below(presentLauncher(worker));
  assert.ok(found.length > 0, "nothing runs below the launcher");
  return found;
}
