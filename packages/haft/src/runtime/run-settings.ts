// What a run's own record says of how it is moved: with which secrets, in which workspace.

import { existsSync } from "node:fs";
import type { Engine } from "@haft/engine";
import { type LocalSettings, parseSettings } from "./local-settings.ts";

async function settingsOf(
  engine: Pick<Engine, "events">,
  tenant: string,
  runId: string,
): Promise<LocalSettings | undefined> {
  const [created] = await engine.events(tenant, runId, 0, 1);
  return created?.type === "run.created" ? parseSettings(created.data.settings ?? {}) : undefined;
}

/** Whether a run can be moved with these secrets: one that was started with others is left to a command that gives them. */
export async function hasItsSecrets(
  engine: Pick<Engine, "events">,
  tenant: string,
  runId: string,
  given: Readonly<Record<string, string>>,
): Promise<boolean> {
  const settings = await settingsOf(engine, tenant, runId);
  return settings !== undefined && (settings.secrets ?? []).every((name) => Object.hasOwn(given, name));
}

/** The folder of a run's workspace; undefined where it has none, or where it is gone. */
export async function workspaceOf(
  engine: Pick<Engine, "events">,
  tenant: string,
  runId: string,
): Promise<string | undefined> {
  const workspace = (await settingsOf(engine, tenant, runId))?.workspace;
  return workspace !== undefined && existsSync(workspace) ? workspace : undefined;
}
