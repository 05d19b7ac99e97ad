// Which property a `@param` names when the parameter has no name of its own: `input.title` is `title`.

import type { ParameterEntry } from "../comments/parameter-entry.ts";

/** Renames entries to the properties of a destructured parameter, and leaves out those that name none. */
export function fieldEntries(entries: readonly ParameterEntry[], fields: readonly string[]): ParameterEntry[] {
  return entries.flatMap((entry) => {
    const [first = "", second, ...rest] = entry.name.split(".");
    if (second !== undefined && fields.includes(second)) return [{ ...entry, name: [second, ...rest].join(".") }];
    return fields.includes(first) ? [entry] : [];
  });
}
