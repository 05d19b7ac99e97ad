// Parsing an agent, strictly.

import { nearest } from "@haft/contract";
import {
  anyText,
  type Fault,
  list,
  map,
  number,
  type Parsed,
  record,
  text,
  textLike,
  truth,
  whole,
} from "../definitions/parser.ts";
import { type Parsing, parseWith } from "../definitions/parsing.ts";
import type { Json } from "../json/json.ts";
import type { AgentDefinition } from "./agent-definition.ts";

/** Ids of what people name themselves: agents and models. */
export const definitionId = textLike(
  /^[a-z0-9][a-z0-9._-]{0,62}$/,
  "up to 63 of a-z, 0-9, `.`, `_`, `-`, the first a letter or digit",
);

/** What every provider takes as the name of a tool. */
const offered = textLike(
  /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
  "a name of up to 64 letters, digits, `_`, `-`, the first a letter: providers take no other",
);

const agent = record(
  {
    id: definitionId,
    instructions: anyText,
    tools: list(record({ toolset: text }, { tools: list(text), version: text, as: map(offered) })),
  },
  {
    model: text,
    skills: list(record({ name: text, description: text, text: anyText }, {})),
    supersede: truth,
    limits: record(
      {},
      {
        resumes: whole(1, 1_000_000),
        events: whole(10, 10_000_000),
        maxSteps: whole(1, 10_000),
        tokens: whole(1, Number.MAX_SAFE_INTEGER),
        wallSeconds: number(0.001, 366 * 24 * 3600),
        toolFailures: whole(0, 10_000),
        requireTool: text,
      },
    ),
  },
);

/** The agent, or everything that is wrong with it. Without a model it asks for the role `default`. */
export function parseAgent(given: Json): Parsing<AgentDefinition> {
  const parsed = parseWith(agent, given, faultsOfWhole);
  return parsed.ok
    ? { ok: true, value: Object.freeze({ ...parsed.value, model: parsed.value.model ?? "default" }) }
    : parsed;
}

/** A tool that must be called and is none of those listed; where a toolset is bound with all of its tools nobody can say. */
function faultOfRequired({ tools, limits }: Parsed<typeof agent>): readonly Fault[] {
  const required = limits?.requireTool;
  const all = tools.map(({ toolset, tools: listed, as = {} }) =>
    listed?.flatMap((name) => [name, `${toolset}/${name}`, `${toolset}__${name}`, as[name] ?? name]),
  );
  if (required === undefined || all.some((names) => names === undefined || names.includes(required))) return [];
  const meant = nearest(required, [...new Set(tools.flatMap(({ tools: listed = [] }) => listed))]);
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return [{ path: "limits.requireTool", message: `is "${required}", which no \`tools\` lists${hint}` }];
}

function faultsOfWhole(given: Parsed<typeof agent>): readonly Fault[] {
  const { tools, skills = [] } = given;
  const faults: Fault[] = [];
  tools.forEach(({ toolset, tools: listed, as = {} }, index) => {
    if (tools.findIndex((other) => other.toolset === toolset) < index)
      faults.push({
        path: `tools[${index}].toolset`,
        message: `is "${toolset}" a second time; list its tools in one place`,
      });
    const unlisted = Object.keys(as).find((name) => listed !== undefined && !listed.includes(name));
    if (unlisted !== undefined)
      faults.push({
        path: `tools[${index}].as.${unlisted}`,
        message: "renames a tool that `tools` beside it does not list",
      });
  });
  const names = tools.flatMap(({ as = {} }, index) =>
    Object.entries(as).map(([tool, name]) => ({ name, path: `tools[${index}].as.${tool}` })),
  );
  names.forEach(({ name, path }, index) => {
    const first = names.findIndex((other) => other.name === name);
    if (first < index) faults.push({ path, message: `is "${name}", which \`${names[first]?.path}\` is already` });
  });
  skills.forEach(({ name }, index) => {
    if (skills.findIndex((other) => other.name === name) < index)
      faults.push({ path: `skills[${index}].name`, message: `is "${name}" a second time` });
  });
  return [...faults, ...faultOfRequired(given)];
}
