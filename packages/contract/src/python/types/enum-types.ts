// An enum as a type: its values, or why they are no data.

import type { ClassName } from "@haft/sdk/wire";
import type { TypeNode } from "../../model/type.ts";
import type { EnumModel } from "../literals/enum-members.ts";
import { notData } from "./type-faults.ts";

/** The type of an enum. */
export function typeOfEnum(model: EnumModel, name: string, owner: ClassName, found: string): TypeNode {
  if (model.kind === "flag")
    return notData(
      found,
      `Members of a \`Flag\` combine; take \`list[Literal[…]]\` with the names, or make \`${name}\` an \`Enum\`.`,
    );
  if (model.members.length === 0) return notData(found, `Give \`${name}\` at least one member.`);
  const computed = model.members.find((member) => member.value === undefined);
  if (computed !== undefined)
    return notData(
      found,
      `Give \`${name}.${computed.name}\` a text or a number that stands in the source; \`${computed.text}\` is not one.`,
    );
  const values = Object.freeze(model.members.flatMap(({ value }) => (value === undefined ? [] : [value])));
  return Object.freeze({ kind: "enum", name, values, class: owner });
}
