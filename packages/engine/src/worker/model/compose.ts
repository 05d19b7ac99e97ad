// The instructions of an agent as its model gets them: its own text, and the skills that there are, by name and description.

import { createHash } from "node:crypto";
import type { EventDraft } from "../../events/event.ts";
import { isObject, type Json, type JsonObject } from "../../json/json.ts";
import type { RunState } from "../../state/run-state.ts";

/** The event that has the text. */
export function composeDraft({ created }: RunState): EventDraft {
  const definition = created?.agent?.definition ?? {};
  const id = created?.agent?.id ?? "agent";
  const own = textOf(definition, "instructions");
  const skills = skillList(definition.skills);
  const parts = [own, skills].filter((part) => part !== "");
  const text = parts.join("\n\n");
  const sources = [...(own === "" ? [] : [`agent ${id}`]), ...(skills === "" ? [] : ["skills"])];
  const digest = createHash("sha256").update(text).digest("hex");
  return { type: "instructions.composed", data: { sources, digest, text } };
}

function skillList(skills: Json | undefined): string {
  const listed = (Array.isArray(skills) ? skills : []).flatMap((skill: Json) =>
    isObject(skill) ? [`- ${textOf(skill, "name")}: ${textOf(skill, "description")}`] : [],
  );
  if (listed.length === 0) return "";
  return ["Skills that you can read with `load_skill(name)` before you do what they are about:", ...listed].join("\n");
}

function textOf(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === "string" ? value.trim() : "";
}
