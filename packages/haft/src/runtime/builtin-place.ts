// A place for a call of a built-in tool: run by this process, which does no more than look at files of the workspace.

import { type Prepared, type RunnerCall, settingsDigest } from "@haft/engine";
import { BUILTIN_TOOLS, type BuiltinTool } from "../builtins/index.ts";
import { grantsOf, parseSettings } from "./local-settings.ts";

/** The place; undefined where there is no such tool. `data`: the data folder, in which workspaces are. */
export function builtinPlace(call: RunnerCall, data: string): Prepared | undefined {
  const tool = BUILTIN_TOOLS.get(call.tool);
  if (tool === undefined) return undefined;
  return {
    isolation: "builtin",
    interpreter: `node ${process.versions.node}`,
    settingsDigest: settingsDigest(grantsOf(call.settings)),
    run: (input, _observer, signal) =>
      runBuiltin(tool, { call, data }, input.phase === "call" ? input.arguments : {}, signal),
    release: () => undefined,
  };
}

async function runBuiltin(
  tool: BuiltinTool,
  { call, data }: { readonly call: RunnerCall; readonly data: string },
  given: Parameters<BuiltinTool["run"]>[0],
  signal: AbortSignal,
): ReturnType<Prepared["run"]> {
  const timeout = AbortSignal.timeout(call.timeoutSeconds * 1000);
  try {
    const surroundings = { workspace: parseSettings(call.settings, data).workspace, skills: skillsOf(call) };
    return { kind: "result", value: await tool.run(given, surroundings, AbortSignal.any([signal, timeout])) };
  } catch (error) {
    if (timeout.aborted) {
      const message = `${call.tool} did not end within ${call.timeoutSeconds} seconds`;
      return { kind: "error", error: { type: "timeout", message } };
    }
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { kind: "error", error: { type: name, message } };
  }
}

/** The texts of the skills of the agent that calls, by name. */
function skillsOf({ agent }: RunnerCall): ReadonlyMap<string, string> {
  const skills = new Map<string, string>();
  if (!Array.isArray(agent?.skills)) return skills;
  for (const skill of agent.skills) {
    if (typeof skill !== "object" || skill === null || !("name" in skill) || !("text" in skill)) continue;
    if (typeof skill.name === "string" && typeof skill.text === "string") skills.set(skill.name, skill.text);
  }
  return skills;
}
