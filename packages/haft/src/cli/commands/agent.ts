// `haft agent`: agents beside those that bundles bring along.

import type { Json, JsonObject } from "@haft/sdk/wire";
import { type Command, Option } from "commander";
import { objects, shown } from "../../output/events/read-data.ts";
import { collect, declareCommand, type Start } from "../command.ts";
import { definitionCommand, type Field } from "../definition-command.ts";
import type { Kind } from "../definitions.ts";
import { readNamedFile } from "../input-text.ts";
import type { Surroundings } from "../invocation.ts";

const AGENT: Kind = {
  kind: "agent",
  plural: "agents",
  headings: ["model", "tools"],
  cells: ({ model, tools }) => [shown(model), objects(tools).map(toolsText).join(", ")],
  example: "haft agent set desk --instructions @prompt.md --model default --tool desk",
};

const FIELDS: readonly Field[] = [
  {
    flag: new Option("--instructions <text>", "what it is told before anything else: text, or @FILE"),
    name: "instructions",
    key: "instructions",
    required: true,
    example: "@prompt.md",
    read: readInstructions,
  },
  {
    flag: new Option("--model <id>", "the id of a model, or a role: default, small, deep"),
    name: "model",
    key: "model",
  },
  {
    flag: new Option("--tool <toolset/tool>", "a tool it may call, or a toolset with all of its tools").argParser(
      collect,
    ),
    name: "tool",
    key: "tools",
    required: true,
    example: "desk",
    read: async (value) => agentTools(Array.isArray(value) ? value.map(String) : []),
  },
  {
    flag: new Option("--supersede", "a new message in a thread cancels its open approvals"),
    name: "supersede",
    key: "supersede",
  },
];

/** Declares `haft agent` with its commands. */
export function agentCommand(start: Start): Command {
  const parent = declareCommand("agent", [
    ["haft agent set desk --instructions @prompt.md --model default --tool desk", "save one"],
    [`haft run "Hello" --agent desk`, "run it"],
  ]);
  return definitionCommand(parent, AGENT, FIELDS, start, [
    ["haft agent set desk --instructions @prompt.md --model default --tool desk/price --tool clock", "save one"],
    ["haft agent set desk --model deep", "changes one field"],
    ["haft agent set @agent.json", "all of it, with skills and limits"],
    [`haft agent set '{"id": "desk", "instructions": "Be brief.", "tools": [{"toolset": "desk"}]}'`, "the same"],
  ]);
}

async function readInstructions(value: unknown, surroundings: Surroundings): Promise<Json> {
  const text = String(value);
  return text.startsWith("@") ? (await readNamedFile(text.slice(1), surroundings)).toString("utf8") : text;
}

/** `desk/price`, `desk/track` and `clock` as what an agent's definition lists. */
export function agentTools(given: readonly string[]): readonly JsonObject[] {
  const toolsets = new Map<string, string[] | undefined>();
  for (const text of given) {
    const [toolset = "", tool] = text.split(/\/(.*)/s);
    const before = toolsets.get(toolset);
    if (tool === undefined || tool === "*" || (toolsets.has(toolset) && before === undefined)) {
      toolsets.set(toolset, undefined);
    } else toolsets.set(toolset, [...(before ?? []), tool]);
  }
  return [...toolsets].map(([toolset, tools]) => (tools === undefined ? { toolset } : { toolset, tools }));
}

function toolsText({ toolset, tools }: JsonObject): string {
  const name = shown(toolset);
  return Array.isArray(tools) ? tools.map((tool) => `${name}/${shown(tool)}`).join(", ") : name;
}
