// Maps: what their keys may be in JSON, where every key is text.

import type { Field, TypeNode } from "../../model/type.ts";
import { notData } from "./type-faults.ts";

/** The map with the given types of keys and values. */
export function mapOf(keys: TypeNode, values: TypeNode, found: string): TypeNode {
  const bare = withoutConstraints(keys);
  if (bare.kind === "fault") return atKey(bare);
  if (bare.kind === "text") return Object.freeze({ kind: "map", keys: "text", values });
  if (bare.kind === "integer") return Object.freeze({ kind: "map", keys: "integer", values });
  const names = finiteKeys(bare);
  if (names === undefined) return atKey(notData(found, "Keys are text in JSON: use `dict[str, …]` or `dict[int, …]`."));
  const fields: Field[] = names.map((name) => Object.freeze({ name, type: values, required: false }));
  return Object.freeze({ kind: "record", as: "object", fields: Object.freeze(fields) });
}

/** A fault of the keys, told as such. */
function atKey(fault: TypeNode): TypeNode {
  return fault.kind === "fault" ? Object.freeze({ ...fault, inside: `{key}${fault.inside ?? ""}` }) : fault;
}

function withoutConstraints(type: TypeNode): TypeNode {
  return type.kind === "constrained" ? withoutConstraints(type.type) : type;
}

/** The keys, where they are a finite set of texts. */
function finiteKeys(type: TypeNode): readonly string[] | undefined {
  if (type.kind === "literal" || type.kind === "enum") {
    const texts = type.values.filter((value) => typeof value === "string");
    return texts.length === type.values.length ? texts : undefined;
  }
  if (type.kind !== "union") return undefined;
  const names = new Set<string>();
  for (const member of type.members) {
    const found = finiteKeys(member);
    if (found === undefined) return undefined;
    for (const name of found) names.add(name);
  }
  return [...names];
}
