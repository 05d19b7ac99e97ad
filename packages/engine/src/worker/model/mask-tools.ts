// Tools at the door (I12): what authors wrote about them is masked like all that enters. The names and digests by which they
// are called stay as they are, whatever they say.

import { isObject, type Json, type JsonObject } from "../../json/json.ts";
import type { Masker } from "../../secrets/masker.ts";

/** What of a descriptor is its author's own words. */
const WORDS = ["description", "inputSchema", "outputSchema", "examples", "capabilities", "approval", "annotations"];

/** Bound tools as plain data, without the secrets in them; the very same where there is nothing to hide. */
export function maskTools(tools: Json, masker: Masker): Json {
  if (masker.value(tools) === tools || !isList(tools)) return tools;
  return tools.map((tool) => {
    if (!isObject(tool) || !isObject(tool.descriptor)) return masker.value(tool);
    const { descriptor, traits = null } = tool;
    return {
      ...tool,
      descriptor: { ...descriptor, ...masker.value(wordsOf(descriptor)) },
      traits: masker.value(traits),
    };
  });
}

function wordsOf(descriptor: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(descriptor).filter(([field]) => WORDS.includes(field)));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
