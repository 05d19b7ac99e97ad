// The agent of a bundle or of a project, as it is at the start of a run.

import type { Manifest } from "@haft/contract/manifest";
import type { AgentDefinition, AgentTools, Skill } from "@haft/engine";
import type { JsonObject } from "@haft/sdk/wire";
import { BUILTIN, BUILTIN_TOOLS } from "../builtins/index.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";
import { readInstructions } from "./instructions.ts";
import { readSkills } from "./skills.ts";

/** Tools of the workspace, which a project is offered where its thread has one. */
const WORKSPACE_TOOLS = ["list_files", "read_file"];

/** The agent: of a bundle by its slug with what its manifest lists, of a project `default` with every tool that fits its thread. */
export async function projectAgent(
  toolset: LoadedToolset,
  config: JsonObject,
  hasWorkspace: boolean,
): Promise<AgentDefinition> {
  const { manifest } = toolset;
  const { root } = toolset.place;
  const instructions = await readInstructions(root, config);
  const skills = await readSkills(root);
  const common = { instructions, ...(skills.length === 0 ? {} : { skills }) };
  if (manifest === undefined) {
    const builtins = [...(hasWorkspace ? WORKSPACE_TOOLS : []), ...skillTool(skills)];
    const tools: AgentTools[] = [{ toolset: toolset.id }, ...builtIn(builtins)];
    return { id: "default", model: "default", tools, ...common };
  }
  const tools = listed(toolset, manifest, skills);
  return { id: manifest.name, model: modelOf(manifest), tools, limits: limitsOf(manifest), ...common };
}

function skillTool(skills: readonly Skill[]): readonly string[] {
  return skills.length === 0 ? [] : ["load_skill"];
}

/** What the manifest lists: the bundle's own tools, and built-in ones where it has none of that name. */
function listed(toolset: LoadedToolset, { tools }: Manifest, skills: readonly Skill[]): readonly AgentTools[] {
  const own = new Set(toolset.files.flatMap(({ result }) => result.tools.map((tool) => tool.name)));
  const isBuiltin = (name: string): boolean => BUILTIN_TOOLS.has(name) && !own.has(name);
  const builtins = new Set([...tools.filter(isBuiltin), ...skillTool(skills)]);
  return [{ toolset: toolset.id, tools: tools.filter((name) => !isBuiltin(name)) }, ...builtIn([...builtins])];
}

function builtIn(tools: readonly string[]): readonly AgentTools[] {
  return tools.length === 0 ? [] : [{ toolset: BUILTIN, tools }];
}

function modelOf({ modelHint }: Manifest): string {
  return modelHint === "auto" ? "default" : modelHint;
}

function limitsOf({ maxSteps, requireTool, budget }: Manifest): NonNullable<AgentDefinition["limits"]> {
  return {
    maxSteps,
    ...(requireTool === undefined ? {} : { requireTool }),
    ...(budget.tokens === undefined ? {} : { tokens: budget.tokens }),
    ...(budget.wallSeconds === undefined ? {} : { wallSeconds: budget.wallSeconds }),
  };
}
