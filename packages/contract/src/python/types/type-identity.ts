// A text that is equal for equal types, to tell uses of a generic class apart.

import type { TypeNode } from "../../model/type.ts";

/** The identity of a type: cheap, finite for recursive types, and different where the types differ. */
export function identityOf(type: TypeNode): string {
  switch (type.kind) {
    case "list":
    case "set":
      return `${type.kind}<${identityOf(type.items)}>`;
    case "map":
      return `map<${type.keys},${identityOf(type.values)}>`;
    case "tuple":
      return `tuple<${type.items.map(identityOf).join(",")};${type.rest === undefined ? "" : identityOf(type.rest)}>`;
    case "union":
      return `union<${type.members.map(identityOf).join(",")}>`;
    case "named":
      return type.declaration;
    case "constrained":
      return `${identityOf(type.type)}&${JSON.stringify(type.constraints.map(({ keyword, value }) => [keyword, value]))}`;
    case "record":
      return `record<${JSON.stringify(type.class ?? {})}${type.fields.map((one) => `${one.name}:${identityOf(one.type)}`).join(",")}>`;
    default:
      return JSON.stringify(type);
  }
}
