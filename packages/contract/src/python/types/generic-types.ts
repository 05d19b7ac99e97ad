// The generic types of `builtins`, `typing` and `collections.abc`, with or without their brackets.

import type { TypeNode } from "../../model/type.ts";
import { originOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import { constrained, metadataOf } from "./annotated.ts";
import { ANYTHING, NULL } from "./known-types.ts";
import { choiceOf } from "./literal-choices.ts";
import { mapOf } from "./maps.ts";
import type { TypeContext } from "./type-context.ts";
import { notData } from "./type-faults.ts";

/** `parts` is undefined without brackets. */
type Build = (parts: readonly ExpressionNode[] | undefined, found: string, context: TypeContext) => TypeNode;

/** Whether a full name is a generic type. */
export function isGeneric(name: string): boolean {
  return GENERICS.has(name);
}

/** The generic type of a full name; undefined where it is none. */
export function genericType(
  name: string,
  parts: readonly ExpressionNode[] | undefined,
  found: string,
  context: TypeContext,
): TypeNode | undefined {
  return GENERICS.get(name)?.(parts, found, context);
}

const list: Build = (parts, found, context) => one(parts, found, context, (items) => ({ kind: "list", items }));
const set: Build = (parts, found, context) =>
  one(parts, found, context, (items) => ({ kind: "set", items, frozen: false }));
const frozenSet: Build = (parts, found, context) =>
  one(parts, found, context, (items) => ({ kind: "set", items, frozen: true }));

function one(
  parts: readonly ExpressionNode[] | undefined,
  found: string,
  context: TypeContext,
  build: (items: TypeNode) => TypeNode,
): TypeNode {
  if (parts === undefined) return Object.freeze(build(ANYTHING));
  const [only, ...others] = parts;
  if (only === undefined || others.length > 0)
    return notData(found, `\`${found.split("[")[0]}\` takes one type in its brackets.`);
  return Object.freeze(build(context.reading.typeOf(only, context)));
}

const tuple: Build = (parts, _found, context) => {
  if (parts === undefined) return tupleNode([], ANYTHING);
  const [first, second] = parts;
  if (parts.length === 2 && first !== undefined && second?.kind === "ellipsis")
    return tupleNode([], context.reading.typeOf(first, context));
  // `tuple[()]` has an empty tuple in its brackets, which leaves no parts.
  const items: TypeNode[] = [];
  let rest: TypeNode | undefined;
  for (const part of parts) {
    const unpacked = unpackedTuple(part, context);
    if (unpacked === undefined) items.push(context.reading.typeOf(part, context));
    else {
      items.push(...unpacked.items);
      rest ??= unpacked.rest;
    }
    if (rest !== undefined && part !== parts.at(-1))
      return notData(textOf(part.place), "Put the part of any length last, or use `list[…]`.");
  }
  return tupleNode(items, rest);
};

function tupleNode(items: readonly TypeNode[], rest: TypeNode | undefined): TypeNode {
  const about = rest === undefined ? {} : { rest };
  return Object.freeze({ kind: "tuple", items: Object.freeze(items), minItems: items.length, ...about });
}

/** `*tuple[A, ...]` and `Unpack[tuple[A, ...]]`. */
function unpackedTuple(
  part: ExpressionNode,
  context: TypeContext,
): { readonly items: readonly TypeNode[]; readonly rest?: TypeNode } | undefined {
  const inner =
    part.kind === "starred"
      ? part.value
      : part.kind === "subscript" && isNamed(part.value, "typing.Unpack", context)
        ? part.index
        : undefined;
  if (inner === undefined) return undefined;
  const type = context.reading.typeOf(inner, context);
  return type.kind === "tuple" ? type : undefined;
}

function isNamed(node: ExpressionNode, name: string, context: TypeContext): boolean {
  const origin = originOf(node, context.scope);
  return origin?.kind === "full" && origin.name === name;
}

const map: Build = (parts, found, context) => {
  if (parts === undefined) return Object.freeze({ kind: "map", keys: "text", values: ANYTHING });
  const [key, value, ...others] = parts;
  if (key === undefined || value === undefined || others.length > 0)
    return notData(found, `\`${found.split("[")[0]}\` takes two types in its brackets: of the keys and of the values.`);
  return mapOf(context.reading.typeOf(key, context), context.reading.typeOf(value, context), textOf(key.place));
};

const optional: Build = (parts, found, context) => {
  const [only] = parts ?? [];
  if (only === undefined || parts?.length !== 1)
    return notData(found, "Write `Optional[T]` with one type, or `T | None`.");
  return Object.freeze({ kind: "union", members: Object.freeze([context.reading.typeOf(only, context), NULL]) });
};

const union: Build = (parts, found, context) => {
  if (parts === undefined || parts.length === 0) return notData(found, "Write the types in brackets: `Union[A, B]`.");
  const members = parts.map((part) => context.reading.typeOf(part, context));
  return members.length === 1 && members[0] !== undefined
    ? members[0]
    : Object.freeze({ kind: "union", members: Object.freeze(members) });
};

const annotated: Build = (parts, found, context) => {
  const [type, ...metadata] = parts ?? [];
  if (type === undefined) return notData(found, "Write the type in brackets: `Annotated[T, …]`.");
  const { constraints, description } = metadataOf(metadata, context);
  return constrained(context.reading.typeOf(type, context), constraints, description);
};

const literal: Build = (parts, found, context) => {
  if (parts === undefined || parts.length === 0) return notData(found, 'Write the values in brackets: `Literal["a"]`.');
  return choiceOf(parts, context);
};

/** Wrappers that say nothing about the value. */
const wrapper: Build = (parts, _found, context) => {
  const [only] = parts ?? [];
  return only === undefined ? ANYTHING : context.reading.typeOf(only, context);
};

const GENERICS: ReadonlyMap<string, Build> = new Map([
  ...each(list, "builtins.list", "typing.List"),
  ...abstract(list, "Sequence", "MutableSequence", "Iterable", "Collection", "Container", "Reversible"),
  ...each(set, "builtins.set", "typing.Set"),
  ...abstract(set, "MutableSet"),
  ...each(set, "collections.abc.Set", "typing.AbstractSet"),
  ...each(frozenSet, "builtins.frozenset", "typing.FrozenSet"),
  ...each(tuple, "builtins.tuple", "typing.Tuple"),
  ...each(map, "builtins.dict", "typing.Dict"),
  ...abstract(map, "Mapping", "MutableMapping"),
  ...each(optional, "typing.Optional"),
  ...each(union, "typing.Union"),
  ...each(annotated, "typing.Annotated"),
  ...each(literal, "typing.Literal"),
  ...each(wrapper, "typing.Final", "typing.ClassVar", "typing.Required", "typing.NotRequired", "typing.ReadOnly"),
  ...each(wrapper, "dataclasses.InitVar"),
]);

function each(build: Build, ...names: string[]): [string, Build][] {
  return names.map((name) => [name, build]);
}

function abstract(build: Build, ...names: string[]): [string, Build][] {
  return names.flatMap((name) => each(build, `typing.${name}`, `collections.abc.${name}`));
}
