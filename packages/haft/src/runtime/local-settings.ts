// What a run of the command line carries so that another process can go on with it in the same way. No secret is in it.

import type { Grants } from "@haft/engine";
import type { JsonObject } from "@haft/sdk/wire";
import { CommandError } from "../session/command-error.ts";
import { workspaceHere } from "./workspace-here.ts";

/** How a call was made. */
export interface LocalSettings {
  /** Absolute path of the toolset; of an agent's run: of the bundle or project that it was started in. */
  readonly path: string;
  /** The id of the toolset at `path`, of an agent's run: other toolsets are those of the store. */
  readonly toolset?: string;
  /** Whether it shares the machine's network. */
  readonly network: boolean;
  /** The folder that is `/workspace` inside. */
  readonly workspace?: string;
  /** A named package environment: its name and folder. */
  readonly environment?: { readonly name: string; readonly folder: string };
  /** The names of the secrets that were given, so that nobody goes on without them unasked. */
  readonly secrets?: readonly string[];
}

/** As they are written into the log. */
export function settingsJson(settings: LocalSettings): JsonObject {
  const { environment, secrets, ...plain } = settings;
  return {
    ...plain,
    ...(environment === undefined ? {} : { environment: { ...environment } }),
    ...(secrets === undefined || secrets.length === 0 ? {} : { secrets: [...secrets] }),
  };
}

/** As they come back from the log; with the data folder, the workspace is where it is now. */
export function parseSettings(json: JsonObject, data?: string): LocalSettings {
  const { path, toolset, network, workspace, environment, secrets } = json;
  if (typeof path !== "string") {
    throw new CommandError(
      "unknown_source",
      "this run was not started by the command line, so its toolset cannot be found from here",
    );
  }
  return {
    path,
    network: network === true,
    ...(typeof toolset === "string" ? { toolset } : {}),
    ...(typeof workspace === "string"
      ? { workspace: data === undefined ? workspace : workspaceHere(data, workspace) }
      : {}),
    ...(isEnvironment(environment) ? { environment } : {}),
    ...(Array.isArray(secrets) ? { secrets: secrets.filter((name) => typeof name === "string") } : {}),
  };
}

/** What a call is granted by them. Whether they can be read otherwise is found out when it is prepared. */
export function grantsOf({ network, secrets }: JsonObject): Grants {
  return {
    network: network === true,
    secrets: Array.isArray(secrets) ? secrets.filter((name) => typeof name === "string") : [],
    subprocess: false,
    env: [],
  };
}

function isEnvironment(value: unknown): value is { readonly name: string; readonly folder: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "folder" in value &&
    typeof value.folder === "string"
  );
}
