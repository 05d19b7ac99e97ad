// A type of the model on one line, so that a table of types can be read.

import type { Field, TypeNode } from "../../src/model/type.ts";

/** Shows a type: `{ a: text; b?: 1 | 2 }`. A declared type is `Name = …`, and only its name inside itself. */
export function shownType(type: TypeNode | undefined, open: readonly string[] = []): string {
  if (type === undefined) return "none";
  const show = (part: TypeNode) => shownType(part, open);
  switch (type.kind) {
    case "literal":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "enum":
      return `enum ${type.name}(${type.values.map((value) => JSON.stringify(value)).join(", ")})`;
    case "shaped-text":
      return `text(${[type.format, type.pattern, type.as].filter((part) => part !== undefined).join(", ")})`;
    case "list":
      return `list(${show(type.items)})`;
    case "tuple": {
      const items = type.items.map((item, index) => `${show(item)}${index < type.minItems ? "" : "?"}`);
      return `[${[...items, ...(type.rest ? [`...${show(type.rest)}`] : [])].join(", ")}]`;
    }
    case "map":
      return `map(${type.keys}, ${show(type.values)})`;
    case "record":
      return `{ ${type.fields.map((field) => shownField(field, show)).join("; ")} }`;
    case "union":
      return type.members.map(show).join(" | ");
    case "named":
      if (open.includes(type.declaration)) return type.name;
      return `${type.name} = ${shownType(type.body(), [...open, type.declaration])}`;
    case "constrained": {
      const tags = type.constraints.map(({ keyword, value }) => `@${keyword} ${JSON.stringify(value)}`);
      const text = type.description === undefined ? [] : [JSON.stringify(type.description)];
      return `(${[show(type.type), ...tags, ...text].join(" ")})`;
    }
    case "fault":
      return `${type.fault.code} ${type.fault.found}`;
    default:
      return type.kind;
  }
}

function shownField(field: Field, show: (type: TypeNode) => string): string {
  const given = field.default?.kind === "literal" ? ` = ${JSON.stringify(field.default.value)}` : "";
  const text = field.description === undefined ? "" : ` ${JSON.stringify(field.description)}`;
  return `${field.name}${field.required ? "" : "?"}: ${show(field.type)}${given}${text}`;
}
