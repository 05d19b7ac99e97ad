// Records: closed objects. Their defaults are checked when the whole schema is there.

import type { Field, TypeNode } from "../model/type.ts";
import { admitsNull } from "./admits-null.ts";
import type { Draft, Printing } from "./printing.ts";
import { describeDraft } from "./printing.ts";

/** A property's type: a default of null widens one that does not admit it. */
function typeOf(field: Field, printing: Printing): TypeNode {
  const { default: given } = field;
  if (given?.kind !== "literal" || given.value !== null || admitsNull(field.type)) return field.type;
  printing.report({ kind: "null-default", path: `${printing.path}.${field.name}` });
  return { kind: "union", members: [field.type, { kind: "null" }] };
}

function printField(field: Field, printing: Printing): Draft {
  const printed = printing.print(typeOf(field, printing), `.${field.name}`);
  // What stands at the property is nearer than what its type says of itself.
  if (field.description !== undefined && field.description !== "") printed.description = field.description;
  if (field.deprecated === true) printed.deprecated = true;
  const { default: given } = field;
  if (given?.kind === "literal")
    printing.expectDefault({ draft: printed, default: given, path: `${printing.path}.${field.name}` });
  return printed;
}

/** Prints the fields of a record, or the parameters of a tool, as a closed object. */
export function printFields(fields: readonly Field[], printing: Printing): Draft {
  const properties = Object.fromEntries(fields.map((field) => [field.name, printField(field, printing)]));
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const draft: Draft = { type: "object", properties };
  if (required.length > 0) draft.required = required;
  draft.additionalProperties = false;
  return draft;
}

/** Prints a record with the text that its declaration has. */
export function printRecord(type: Extract<TypeNode, { kind: "record" }>, printing: Printing): Draft {
  const fields = printing.isResult ? type.fields.filter((field) => field.argumentOnly !== true) : type.fields;
  return describeDraft(printFields(fields, printing), type.description);
}
