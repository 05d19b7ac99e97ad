// What a run's own record says of how it is moved: with which secrets, in which workspace.

import { existsSync } from "node:fs";
import type { Engine } from "@haft/engine";
import type { JsonObject } from "@haft/sdk/wire";
import { grantsOf, type LocalSettings, parseSettings } from "./local-settings.ts";
import { workspaceHere } from "./workspace-here.ts";

async function settingsOf(
  engine: Pick<Engine, "events">,
  tenant: string,
  runId: string,
): Promise<LocalSettings | undefined> {
  const [created] = await engine.events(tenant, runId, 0, 1);
  return created?.type === "run.created" ? parseSettings(created.data.settings ?? {}) : undefined;
}

/** Names of the secrets that a run with these settings was given, and that are not among those given here. */
export function missingSecrets(settings: JsonObject, given: Readonly<Record<string, string>>): readonly string[] {
  return grantsOf(settings).secrets.filter((name) => !Object.hasOwn(given, name));
}

/** What is missing, in words, with the flags that give it; null: nothing is. */
export function whatIsMissing(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const flags = names.map((name) => `--secret ${name}`).join(" ");
  return `the secret${names.length === 1 ? "" : "s"} ${names.join(", ")} (haft worker --once ${flags})`;
}

/** Which secrets a run was given and are missing here: it is left to a command that gives them. Null: there is no such run. */
export async function missingSecretsOf(
  engine: Pick<Engine, "events">,
  tenant: string,
  runId: string,
  given: Readonly<Record<string, string>>,
): Promise<readonly string[] | null> {
  const [created] = await engine.events(tenant, runId, 0, 1);
  return created?.type === "run.created" ? missingSecrets(created.data.settings ?? {}, given) : null;
}

/** The folder of a run's workspace; undefined where it has none, or where it is gone. */
export async function workspaceOf(
  engine: Pick<Engine, "events">,
  tenant: string,
  runId: string,
  data: string,
): Promise<string | undefined> {
  const noted = (await settingsOf(engine, tenant, runId))?.workspace;
  if (noted === undefined) return undefined;
  const workspace = workspaceHere(data, noted);
  return existsSync(workspace) ? workspace : undefined;
}

/** The files that a run was made with, as paths in a data folder; none where its first event cannot be read. */
export async function filesOf(
  engine: Pick<Engine, "log">,
  tenant: string,
  runId: string,
  data: string,
): Promise<{ readonly path?: string; readonly workspace?: string }> {
  const [created] = await engine.log(tenant, runId, 0, 1);
  if (created === undefined || "unreadable" in created || created.type !== "run.created") return {};
  const { settings } = created.data;
  if (typeof settings?.path !== "string") return {};
  const { path, workspace } = parseSettings(settings, data);
  return { path, ...(workspace === undefined ? {} : { workspace }) };
}
