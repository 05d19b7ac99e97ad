// The tags of `@param input.at.day`, put on that property inside a parameter's type. Its text is not of the type: the
// rules for texts are the same for both languages.

import type { Field, TypeNode } from "../../model/type.ts";
import type { ParameterEntry } from "../comments/parameter-entry.ts";
import { withTags } from "./tagged-type.ts";

/** Applies the entries below a parameter to its type. A declared type that changes is written in place. */
export function refined(type: TypeNode, parameter: string, entries: readonly ParameterEntry[]): TypeNode {
  let result = type;
  for (const entry of entries) {
    const path = pathBelow(entry.name, parameter);
    if (path !== undefined && hasTags(entry)) result = changed(result, path, entry) ?? result;
  }
  return result;
}

function hasTags({ tags }: ParameterEntry): boolean {
  return tags.constraints.length > 0 || tags.default !== undefined || tags.deprecated;
}

function pathBelow(name: string, parameter: string): readonly string[] | undefined {
  const [first, ...path] = name.replaceAll("[]", "").split(".");
  return first === parameter && path.length > 0 ? path : undefined;
}

function changed(type: TypeNode, path: readonly string[], entry: ParameterEntry): TypeNode | undefined {
  switch (type.kind) {
    case "named":
      return changed(type.body(), path, entry);
    case "constrained": {
      const inner = changed(type.type, path, entry);
      return inner && { ...type, type: inner };
    }
    case "list": {
      const items = changed(type.items, path, entry);
      return items && { ...type, items };
    }
    case "map": {
      const values = changed(type.values, path, entry);
      return values && { ...type, values };
    }
    case "union": {
      const members = type.members.map((member) => changed(member, path, entry));
      if (members.every((member) => member === undefined)) return undefined;
      return { ...type, members: type.members.map((member, index) => members[index] ?? member) };
    }
    case "record": {
      const fields = type.fields.map((field) =>
        field.name === path[0] ? changedField(field, path.slice(1), entry) : field,
      );
      return fields.some((field, index) => field !== type.fields[index]) ? { ...type, fields } : undefined;
    }
    default:
      return undefined;
  }
}

function changedField(field: Field, rest: readonly string[], entry: ParameterEntry): Field {
  if (rest.length > 0) {
    const type = changed(field.type, rest, entry);
    return type === undefined ? field : { ...field, type };
  }
  const { default: value, deprecated } = entry.tags;
  return {
    ...field,
    type: withTags(field.type, entry.tags),
    required: field.required && value === undefined,
    ...(value && { default: value }),
    ...(deprecated && { deprecated }),
  };
}
