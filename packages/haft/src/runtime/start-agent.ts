// Starting an agent's run from the command line: which agent, with which tools, in which thread and workspace.

import { resolve } from "node:path";
import { type AgentDefinition, EngineError, type StartedRun, type StartRun } from "@haft/engine";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { projectAgent } from "../agents/project-agent.ts";
import { modelNameFault } from "../models/index.ts";
import { CommandError } from "../session/command-error.ts";
import type { MoveObserver } from "../session/move-observer.ts";
import type { RunRequest } from "../session/run.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { readingOf } from "../toolsets/open-toolsets.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";
import { configOf } from "./bundle-config.ts";
import { environmentOf } from "./call-tool.ts";
import { type LocalSettings, settingsJson } from "./local-settings.ts";
import { LOCAL } from "./local-tenant.ts";
import type { Parts } from "./parts.ts";
import { copyWorkspace } from "./workspace-copy.ts";

/** Creates the run; it is not moved yet. */
export async function startAgent(
  parts: Parts,
  options: SessionOptions,
  request: RunRequest,
  observer: MoveObserver,
): Promise<StartedRun> {
  const environment = environmentOf(options);
  const place = { path: resolve(request.path), ...(environment === undefined ? {} : { environment }) };
  const { toolset } = await parts.disk.at(place, by(options));
  const config = configOf(toolset, request.config);
  requireReadable(toolset, request.path);
  const hasWorkspace = await workspaceIsThere(parts, options, request);
  const agent = withModel(await agentOf(parts, toolset, request, config, hasWorkspace), options);
  tellGrants(toolset, options, observer);
  const workspace = await workspaceOf(parts, options, request);
  const settings: LocalSettings = {
    path: toolset.place.path,
    toolset: toolset.id,
    network: options.network,
    ...(workspace === undefined ? {} : { workspace }),
    ...(environment === undefined ? {} : { environment }),
    secrets: Object.keys(options.secrets),
  };
  const started = await createRun(parts, options, {
    tenant: LOCAL,
    agent,
    input: request.input,
    ...(request.script === undefined ? {} : { script: scriptOf(request.script) }),
    ...(request.context === undefined ? {} : { context: request.context }),
    config,
    settings: settingsJson(settings),
    ...(request.threadId === undefined ? {} : { threadId: request.threadId }),
    requestedBy: by(options),
    requestedByRoles: options.as?.roles ?? [],
    ...(request.rehearsal === true ? { rehearsal: true } : {}),
  });
  if (request.threadId === undefined) {
    const kept = workspace === undefined ? { agent: agent.id } : { agent: agent.id, workspace };
    await parts.engine.saveThread(LOCAL, started.threadId, kept);
  }
  return started;
}

/** Where no model is found because the variable that names one is written wrongly, that is what is told. */
async function createRun(parts: Parts, { environment }: SessionOptions, request: StartRun): Promise<StartedRun> {
  try {
    const place = parts.place();
    return await parts.engine.createRun(place === undefined ? request : { ...request, place });
  } catch (error) {
    const named = environment?.HAFT_MODEL?.trim() ?? "";
    const fault = named === "" ? null : modelNameFault(named);
    if (fault === null || !(error instanceof EngineError) || error.code !== "no_model") throw error;
    throw new CommandError("no_model", `HAFT_MODEL: ${fault.message}`, { hint: fault.hint, usage: true });
  }
}

/** The steps: a list, or those of a check, which says what it expects beside them. */
function scriptOf(given: Json): Json {
  return isTable(given) && Array.isArray(given.script) ? given.script : given;
}

const isTable = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function by({ as }: SessionOptions): string {
  return as?.name ?? "local";
}

/** The agent that is named, else the thread's, else the bundle's or project's own; others than that are kept by the store. */
async function agentOf(
  parts: Parts,
  toolset: LoadedToolset,
  { agent: named, threadId }: RunRequest,
  config: JsonObject,
  hasWorkspace: boolean,
): Promise<AgentDefinition> {
  const own = await projectAgent(toolset, config, hasWorkspace);
  const agent = named ?? (threadId === undefined ? null : (await parts.store.thread(LOCAL, threadId))?.agent);
  if (agent === undefined || agent === null || agent === own.id) return own;
  try {
    return await parts.engine.agent(LOCAL, agent);
  } catch (error) {
    if (!(error instanceof EngineError) || !error.code.endsWith("_not_found")) throw error;
    const stored = (await parts.engine.agents(LOCAL)).map(({ id }) => id);
    const there = `there are: ${[own.id, ...stored].join(", ")}`;
    throw named === undefined
      ? new CommandError("not_found", `thread ${threadId} is ${agent}'s, and there is no agent ${agent} here`, {
          hint: `${there}; name one with --agent, or for good with haft thread set ${threadId} --agent`,
        })
      : new CommandError("not_found", `there is no agent ${agent}`, { hint: there, usage: true });
  }
}

/** A project with no tool at all that reads is a mistake to be told before a model is asked; one bad file is not (I13). */
function requireReadable(toolset: LoadedToolset, path: string): void {
  const faults = toolset.diagnostics.filter((each) => each.severity === "error");
  if (faults.length === 0 || toolset.files.some(({ result }) => result.tools.length > 0)) return;
  throw new CommandError("does_not_read", `${path} registers no tool: a file with an error registers none`, {
    hint: "mend the lines that are marked above",
    reading: readingOf(path, toolset),
  });
}

/** The model that this command names comes before the agent's. */
function withModel(agent: AgentDefinition, { model }: SessionOptions): AgentDefinition {
  return model === undefined ? agent : { ...agent, model };
}

/** Whether the thread has a workspace, or is to have one: found out before any is copied. */
async function workspaceIsThere({ store }: Parts, options: SessionOptions, { threadId }: RunRequest): Promise<boolean> {
  if (threadId === undefined) return options.workspace !== undefined;
  return ((await store.thread(LOCAL, threadId))?.workspace ?? null) !== null;
}

/** A new thread's workspace is a copy of the folder that was named; a thread that there is keeps its own. */
async function workspaceOf(
  parts: Parts,
  options: SessionOptions,
  { threadId }: RunRequest,
): Promise<string | undefined> {
  const given = options.workspace;
  if (threadId === undefined) {
    return given === undefined ? undefined : copyWorkspace(resolve(given), parts.data, options.user);
  }
  const thread = await parts.store.thread(LOCAL, threadId);
  if (thread === null) {
    throw new CommandError("not_found", `there is no thread ${threadId}`, { hint: "haft thread list shows them" });
  }
  if (given === undefined) return thread.workspace ?? undefined;
  throw new CommandError("usage", `thread ${threadId} has begun without this workspace, and keeps what it has`, {
    hint: "leave --workspace out, or leave --thread out to begin a thread with it",
    usage: true,
  });
}

/** What the manifest asks for and is given is said once, before anything runs. */
function tellGrants(toolset: LoadedToolset, options: SessionOptions, observer: MoveObserver): void {
  const { manifest } = toolset;
  if (manifest === undefined || manifest.network.length === 0) return;
  const hosts = manifest.network.join(", ");
  const text = options.network
    ? `${toolset.id} asks for the network (${hosts}) and is given the machine's`
    : `${toolset.id} asks for the network (${hosts}) and has none: give it with --network`;
  observer.log?.({ stream: "info", text });
}
