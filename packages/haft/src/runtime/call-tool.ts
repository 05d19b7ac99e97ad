// A call from the command line: reads the toolset, keeps its version, and lets the engine start the call.

import { resolve } from "node:path";
import type { MoveObserver as EngineObserver, Outcome } from "@haft/engine";
import { CommandError } from "../session/command-error.ts";
import type { CallRequest } from "../session/run.ts";
import { toSeeArguments } from "../session/see-arguments.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { loadAt } from "../toolsets/open-toolsets.ts";
import { namedPackages, type Packages } from "../toolsets/package-environment.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";
import { configOf } from "./bundle-config.ts";
import { chooseTool } from "./choose-tool.ts";
import { formDigest } from "./form-digest.ts";
import { keepVersion } from "./keep-version.ts";
import { type LocalSettings, settingsJson } from "./local-settings.ts";
import { LOCAL } from "./local-tenant.ts";
import type { Parts } from "./parts.ts";
import { copyWorkspace } from "./workspace-copy.ts";

/** The named environment that a call uses: the manifest's, else the only one that was given. */
export function environmentOf(options: SessionOptions): LocalSettings["environment"] {
  const named = Object.entries(options.environments);
  const [only] = named;
  if (named.length > 1) {
    throw new CommandError(
      "ambiguous",
      `${named.length} environments are given: ${named.map(([name]) => name).join(", ")}`,
      {
        hint: "give the one that the toolset needs",
        usage: true,
      },
    );
  }
  return only === undefined ? undefined : { name: only[0], folder: resolve(only[1]) };
}

async function load(parts: Parts, path: string, environment: LocalSettings["environment"]): Promise<LoadedToolset> {
  const packages: { packages?: Packages } =
    environment === undefined ? {} : { packages: await namedPackages(environment.name, environment.folder) };
  return loadAt(parts.reader, path, packages);
}

/** Starts the call and moves it until it settles or waits; gives what it came to. */
export async function callTool(
  parts: Parts,
  options: SessionOptions,
  request: CallRequest,
  observer: EngineObserver,
  signal: AbortSignal,
): Promise<Outcome> {
  const by = options.as?.name ?? "local";
  const environment = environmentOf(options);
  const toolset = await load(parts, request.path, environment);
  const { tool, source } = chooseTool(toolset, request.tool, request.path);
  const args = request.arguments(tool);
  const config = configOf(toolset, request.config);
  const resume = source.result.plans.find((plan) => plan.tool === tool.name)?.resume;
  const { version, modules } = await keepVersion(parts.store, toolset, by);
  const module = modules.find(({ file }) => file === source.file);
  if (module === undefined) throw new Error(`${source.file} is not in version ${version} of ${toolset.id}`);
  const settings: LocalSettings = {
    path: toolset.place.path,
    network: options.network,
    ...(options.workspace === undefined
      ? {}
      : { workspace: copyWorkspace(resolve(options.workspace), parts.data, options.user) }),
    ...(environment === undefined ? {} : { environment }),
    secrets: Object.keys(options.secrets),
  };
  const place = parts.place();
  const started = await parts.engine.startCall(
    {
      tenant: LOCAL,
      ...(place === undefined ? {} : { place }),
      toolset: toolset.id,
      version,
      digest: formDigest(module),
      tool,
      ...(resume === undefined ? {} : { resume: { on: resume.on, idempotent: resume.idempotent } }),
      arguments: args,
      requestedBy: by,
      config,
      ...(request.context === undefined ? {} : { context: request.context }),
      settings: settingsJson(settings),
      toSeeArguments: toSeeArguments(request.path),
    },
    observer,
    signal,
  );
  return parts.engine.outcome(LOCAL, started.callId);
}
