// Which property a `@param` names when the parameter has no name of its own: `input.title` is `title`.

import type { ParameterEntry } from "../comments/parameter-entry.ts";

/**
 * Renames entries to the properties of a destructured parameter. Entries for the object itself (`@param input`) are
 * left out; any other is kept as it is, so that a misspelt one is told.
 */
export function fieldEntries<E extends Pick<ParameterEntry, "name">>(
  entries: readonly E[],
  fields: readonly string[],
): E[] {
  return entries.flatMap((entry) => {
    const [first = "", ...rest] = entry.name.split(".");
    if (fields.includes(first)) return [entry];
    if (rest.length > 0) return [fields.includes(rest[0] ?? "") ? { ...entry, name: rest.join(".") } : entry];
    const isObject = entries.some((other) => other.name.startsWith(`${first}.`)) || commonNames.test(first);
    return isObject ? [] : [entry];
  });
}

const commonNames = /^(input|args|arguments|options|opts|params|props|(root|param)\d+)$/;
