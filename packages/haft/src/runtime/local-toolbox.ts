// The tools of an agent on the local store: of the project on disk, of other toolsets that the store keeps, and built in.

import { nearest, offeredName } from "@haft/contract";
import {
  type AgentTools,
  type BoundTool,
  type DiscoveredTools,
  type Store,
  type Toolbox,
  type ToolsQuery,
  toolTraits,
} from "@haft/engine";
import { BUILTIN, BUILTIN_TOOLS } from "../builtins/index.ts";
import type { BuiltModule } from "../toolsets/built-toolset.ts";
import type { DiskToolsets } from "./disk-toolsets.ts";
import { formDigest } from "./form-digest.ts";
import { isWhole, parseBuilt } from "./kept-version.ts";
import { type LocalSettings, parseSettings } from "./local-settings.ts";

/** A tool before it has the name under which it is offered. */
type Found = Omit<BoundTool, "name">;
type Missing = DiscoveredTools["missing"][number];

/** The tools of one toolset, and why some are not there. */
interface Gathered {
  readonly found: readonly Found[];
  readonly missing: readonly Missing[];
}

/** The toolbox of the local store. */
export function localToolbox(disk: DiskToolsets, store: Pick<Store, "toolset">): Toolbox {
  return {
    async discover(query) {
      const settings = parseSettings(query.settings);
      const bound = await Promise.all(
        agentTools(query).map(async (wanted) => ({
          wanted,
          // One toolset that cannot be had is missing, and no reason for any other to be (I13).
          gathered: await gather(disk, store, query, settings, wanted).catch((error: unknown) =>
            nothing(wanted, error instanceof Error ? error.message : String(error)),
          ),
        })),
      );
      return withNames(bound, query.settled ?? new Map());
    },
  };
}

/** The bindings of the agent: written by whoever created the run, from a definition that was parsed then. */
function agentTools({ agent }: ToolsQuery): readonly AgentTools[] {
  return Array.isArray(agent.tools) ? (agent.tools as unknown as AgentTools[]) : [];
}

function nothing({ toolset, tools }: AgentTools, reason: string): Gathered {
  return { found: [], missing: (tools ?? [toolset]).map((name) => ({ name, reason })) };
}

async function gather(
  disk: DiskToolsets,
  store: Pick<Store, "toolset">,
  query: ToolsQuery,
  settings: LocalSettings,
  wanted: AgentTools,
): Promise<Gathered> {
  if (wanted.toolset === BUILTIN) return builtIn(query, settings, wanted);
  if (wanted.toolset === settings.toolset && wanted.version === undefined) return onDisk(disk, query, settings, wanted);
  return inStore(store, query.tenant, wanted, settings.toolset);
}

function builtIn({ agent }: ToolsQuery, settings: LocalSettings, { tools = [] }: AgentTools): Gathered {
  const found: Found[] = [];
  const missing: Missing[] = [];
  for (const name of tools) {
    const tool = BUILTIN_TOOLS.get(name);
    const needsWorkspace = name !== "load_skill";
    if (tool === undefined) missing.push({ name, reason: `there is no built-in tool ${name}` });
    else if (needsWorkspace && settings.workspace === undefined)
      missing.push({ name, reason: "this thread has no workspace" });
    else if (!needsWorkspace && !Array.isArray(agent.skills)) missing.push({ name, reason: "there are no skills" });
    else {
      const { descriptor } = tool;
      found.push({ toolset: BUILTIN, version: "1", digest: BUILTIN, descriptor, traits: toolTraits(descriptor, {}) });
    }
  }
  return { found, missing };
}

async function onDisk(
  disk: DiskToolsets,
  { requestedBy: by }: ToolsQuery,
  settings: LocalSettings,
  wanted: AgentTools,
): Promise<Gathered> {
  const { toolset, version, modules } = await disk.at(settings, by);
  const faults = toolset.diagnostics.filter((each) => each.severity === "error");
  const first = faults[0];
  const why = first === undefined ? undefined : `${first.file}:${first.line} ${first.code} ${first.message}`;
  return chosen(wanted, version, modules, why);
}

async function inStore(
  store: Pick<Store, "toolset">,
  tenant: string,
  wanted: AgentTools,
  here: string | undefined,
): Promise<Gathered> {
  const kept = await store.toolset(tenant, wanted.toolset, wanted.version);
  if (kept !== null) {
    if (isWhole(kept.built)) return chosen(wanted, kept.version, parseBuilt(kept.built).modules, undefined);
    return nothing(wanted, `version ${kept.version} of ${wanted.toolset} in the store is not what was saved`);
  }
  const version = wanted.version === undefined ? "" : ` with a version ${wanted.version}`;
  const instead = here === undefined || here === wanted.toolset ? "" : `, and the one here is ${here}`;
  return nothing(wanted, `the store has no toolset ${wanted.toolset}${version}${instead}`);
}

/** The tools that are wanted of those that there are. */
function chosen(
  wanted: AgentTools,
  version: string,
  modules: readonly BuiltModule[],
  fault: string | undefined,
): Gathered {
  const all = modules.flatMap((module) => {
    const digest = formDigest(module);
    const planOf = (name: string) => module.plans.find((plan) => plan.tool === name);
    return module.tools.map((descriptor) => ({ descriptor, digest, plan: planOf(descriptor.name) }));
  });
  const names = new Set(wanted.tools ?? all.map(({ descriptor }) => descriptor.name));
  const found = all
    .filter(({ descriptor }) => names.has(descriptor.name))
    .map(({ descriptor, digest, plan }) => {
      const resume = plan?.resume;
      const companion = resume === undefined ? {} : { resume: { on: resume.on, idempotent: resume.idempotent } };
      return { toolset: wanted.toolset, version, digest, descriptor, traits: toolTraits(descriptor, companion) };
    });
  const there = all.map(({ descriptor }) => descriptor.name);
  const absent = [...names].filter((name) => !there.includes(name));
  return { found, missing: absent.map((name) => ({ name, reason: reasonFor(name, wanted.toolset, there, fault) })) };
}

function reasonFor(name: string, toolset: string, there: readonly string[], fault: string | undefined): string {
  if (fault !== undefined) return `${toolset} has an error: ${fault}`;
  const near = nearest(name, [...there]);
  return near === undefined ? `${toolset} has no tool ${name}` : `${toolset} has no tool ${name}; there is ${near}`;
}

/** Settles the names: those of earlier steps stay, the rest take what is free. */
function withNames(
  bound: readonly { readonly wanted: AgentTools; readonly gathered: Gathered }[],
  settled: ReadonlyMap<string, string>,
): DiscoveredTools {
  const taken = new Map([...settled].map(([id, name]) => [name, id]));
  const tools: BoundTool[] = [];
  const missing: Missing[] = bound.flatMap(({ gathered }) => gathered.missing);
  for (const { wanted, gathered } of bound) {
    for (const found of gathered.found) {
      const { toolset, descriptor } = found;
      const id = `${toolset}/${descriptor.name}`;
      const as = wanted.as?.[descriptor.name];
      const before = settled.get(id);
      const named =
        before === undefined
          ? offeredName({ toolset, tool: descriptor.name, ...(as === undefined ? {} : { as }) }, taken)
          : { ok: true as const, name: before };
      if (!named.ok) missing.push({ name: id, reason: named.message });
      else {
        taken.set(named.name, id);
        tools.push({ name: named.name, ...found });
      }
    }
  }
  return { tools, missing };
}
