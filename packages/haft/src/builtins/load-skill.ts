// `load_skill`: the text of a skill that was listed to the model by name and description.

import { nearest } from "@haft/contract";
import { type BuiltinTool, lookingTool } from "./builtin-tool.ts";

/** The tool. */
export const loadSkill: BuiltinTool = {
  descriptor: lookingTool(
    "load_skill",
    "Returns the text of one of the skills listed in the instructions. Load a skill before doing what it is for.",
    { name: { type: "string", description: "Name of the skill." } },
    ["name"],
  ),
  async run(given, { skills }) {
    const name = String(given.name);
    const text = skills.get(name);
    if (text !== undefined) return text;
    const near = nearest(name, [...skills.keys()]);
    const known = [...skills.keys()].join(", ") || "none";
    const error = new Error(
      `there is no skill ${JSON.stringify(name)}; ${near === undefined ? `there are: ${known}` : `did you mean ${JSON.stringify(near)}?`}`,
    );
    error.name = "not_found";
    throw error;
  },
};
