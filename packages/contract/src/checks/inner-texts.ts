// Puts texts from a doc comment (`@param address.street - …`) on the properties inside a parameter's type.

import type { Field, TypeNode } from "../model/type.ts";

function withFieldText(field: Field, path: readonly string[], text: string): Field {
  if (path.length === 0) return { ...field, description: text };
  const type = withText(field.type, path, text);
  return type === undefined ? field : { ...field, type };
}

/** The type with a text on the property that a path leads to; undefined where it leads to none. */
export function withText(type: TypeNode, path: readonly string[], text: string, depth = 0): TypeNode | undefined {
  const [name, ...rest] = path;
  if (name === undefined || depth > 60) return undefined;
  const inside = (part: TypeNode) => withText(part, path, text, depth + 1);
  switch (type.kind) {
    case "named":
      return inside(type.body());
    case "constrained": {
      const inner = inside(type.type);
      return inner === undefined ? undefined : { ...type, type: inner };
    }
    case "list":
    case "set": {
      const items = inside(type.items);
      return items === undefined ? undefined : { ...type, items };
    }
    case "map": {
      const values = inside(type.values);
      return values === undefined ? undefined : { ...type, values };
    }
    case "union": {
      const members = type.members.map(inside);
      if (members.every((member) => member === undefined)) return undefined;
      return { ...type, members: type.members.map((member, index) => members[index] ?? member) };
    }
    case "record": {
      if (!type.fields.some((field) => field.name === name)) return undefined;
      const fields = type.fields.map((field) => (field.name === name ? withFieldText(field, rest, text) : field));
      return { ...type, fields };
    }
    default:
      return undefined;
  }
}
