// The fields of a record: those of its bases first, then its own, by the rules of its kind.

import type { RecordClass } from "@haft/sdk/wire";
import type { DefaultValue, Field, TypeNode } from "../../model/type.ts";
import { defaultOf, knownValue } from "../literals/known-values.ts";
import { classScope, type Scope } from "../names/module-scope.ts";
import { fullNameOf, originOf } from "../names/origins.ts";
import { textOf } from "../syntax/source-text.ts";
import type { ClassNode } from "../syntax/statement-nodes.ts";
import { constrained } from "./annotated.ts";
import { annotationMetadata, withoutText, wrappersOf } from "./annotations.ts";
import { classAttribute } from "./class-attributes.ts";
import { className } from "./class-names.ts";
import { defaultIn, fieldCall } from "./field-call.ts";
import { classDescription, type OwnField, ownFields } from "./own-fields.ts";
import { hidesFields, isDataclass, type RecordKind, recordKind, withoutBrackets } from "./record-kinds.ts";
import type { TypeContext } from "./type-context.ts";
import { foreignType } from "./type-faults.ts";
import { typeParametersOf } from "./type-parameters.ts";

const CLASSES: Readonly<Record<RecordKind, RecordClass>> = {
  "typed-dict": "object",
  dataclass: "dataclass",
  "named-tuple": "namedtuple",
  pydantic: "pydantic",
  "pydantic-1": "pydantic",
};

/** Fields under the names that they have in the class, and a base that hides some. */
interface Fields {
  readonly byName: Map<string, Field>;
  hidden: TypeNode | undefined;
}

/** The record that a class declares. */
export function recordOf(
  node: ClassNode,
  scope: Scope,
  variables: ReadonlyMap<string, TypeNode>,
  self: TypeNode,
  context: TypeContext,
): TypeNode {
  const kind = recordKind(node, scope) ?? "dataclass";
  const fields: Fields = { byName: new Map(), hidden: undefined };
  gather(node, scope, kind, fields, { ...context, variables, self }, 0);
  if (fields.hidden !== undefined) return fields.hidden;
  const description = classDescription(node);
  return Object.freeze({
    kind: "record",
    as: CLASSES[kind],
    ...(kind === "typed-dict" ? {} : { class: className(node, scope) }),
    fields: Object.freeze([...fields.byName.values()]),
    ...(description === undefined ? {} : { description }),
  });
}

/** Bases derive from bases this deep. */
const DEEPEST = 40;

function gather(
  node: ClassNode,
  scope: Scope,
  kind: RecordKind,
  fields: Fields,
  context: TypeContext,
  depth: number,
): void {
  // A TypedDict takes its bases in order; the others look from the last base to the first.
  const bases = kind === "typed-dict" ? node.bases : node.bases.toReversed();
  for (const base of depth > DEEPEST ? [] : bases) {
    const origin = originOf(withoutBrackets(base), scope);
    if (origin?.kind === "declared") {
      const holder = origin.bindings.findLast((one) => one.kind === "class");
      if (holder?.kind !== "class") continue;
      const parts = base.kind === "subscript" ? (base.index.kind === "tuple" ? base.index.items : [base.index]) : [];
      const given = parts.map((part) => context.reading.typeOf(part, { ...context, scope }));
      const variables = typeParametersOf(holder.node, origin.scope, given, context);
      gather(holder.node, origin.scope, kind, fields, { ...context, variables }, depth + 1);
    } else if (origin?.kind === "unknown" || (origin?.kind === "full" && hidesFields(origin.name))) {
      fields.hidden ??= foreignType(textOf(base.place), origin.name);
    }
  }
  if (kind === "dataclass" && !isDataclass(node, scope)) return;
  const inside: TypeContext = { ...context, scope: classScope(node, scope) };
  for (const own of ownFields(node)) {
    const field = FIELD_OF[kind](own, { ...inside, at: own.span }, node);
    if (field === "none") fields.byName.delete(own.name);
    else if (field !== undefined) fields.byName.set(own.name, Object.freeze(field));
  }
}

/** A field; undefined for a name that is none; `none` for one that takes an inherited one away. */
type FieldOf = (own: OwnField, context: TypeContext, node: ClassNode) => Field | "none" | undefined;

const FIELD_OF: Readonly<Record<RecordKind, FieldOf>> = {
  dataclass: dataclassField,
  "typed-dict": typedDictField,
  "named-tuple": (own, context) => plainField(own, context, own.value && defaultOf(own.value, context.scope)),
  pydantic: (own, context) => pydanticField(own, context, false),
  "pydantic-1": (own, context) => pydanticField(own, context, true),
};

function plainField(own: OwnField, context: TypeContext, fallback: DefaultValue | undefined): Field {
  const { type, description } = withoutText(context.reading.typeOf(own.annotation, context));
  return fieldWith(own, type, own.text ?? description, fallback);
}

function fieldWith(
  own: OwnField,
  type: TypeNode,
  description: string | undefined,
  fallback: DefaultValue | undefined,
): Field {
  return {
    name: own.name,
    type,
    required: fallback === undefined,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
  };
}

function dataclassField(own: OwnField, context: TypeContext, node: ClassNode): Field | "none" | undefined {
  const [outer] = wrappersOf(own.annotation, context);
  if (outer === "dataclasses.KW_ONLY") return undefined;
  if (outer === "typing.ClassVar") return "none";
  const field = initialised(own, context, node);
  return outer === "dataclasses.InitVar" && field !== "none" && field !== undefined
    ? { ...field, argumentOnly: true }
    : field;
}

/** A field of a dataclass as its constructor takes it. */
function initialised(own: OwnField, context: TypeContext, node: ClassNode): Field | "none" | undefined {
  const call = own.value?.kind === "call" ? own.value : undefined;
  if (call !== undefined && fullNameOf(call.callee, context.scope) === "dataclasses.field") {
    const init = call.keywords.find((one) => one.name === "init")?.value;
    if (init?.kind === "boolean" && !init.value) return "none";
    return plainField(own, context, defaultIn(call, "default", context));
  }
  if (fieldCall(call, context) !== undefined) return pydanticField(own, context, false);
  if (own.value !== undefined) return plainField(own, context, defaultOf(own.value, context.scope));
  const outside = context.scope.kind === "class" ? context.scope.parent : context.scope;
  return plainField(own, context, classAttribute(own.name, node, outside, context));
}

function typedDictField(own: OwnField, context: TypeContext, node: ClassNode): Field {
  const total = node.keywords.find((one) => one.name === "total")?.value;
  const isTotal = total === undefined || knownValue(total, context.scope)?.value !== false;
  const wrappers = wrappersOf(own.annotation, context);
  const isRequired = wrappers.includes("typing.Required") || (isTotal && !wrappers.includes("typing.NotRequired"));
  return { ...plainField(own, context, undefined), required: isRequired };
}

/** Names with an underscore and class variables are no fields; nor is the configuration. */
function pydanticField(own: OwnField, context: TypeContext, isFirst: boolean): Field | undefined {
  const [outer] = wrappersOf(own.annotation, context);
  if (own.name.startsWith("_") || own.name === "model_config" || outer === "typing.ClassVar") return undefined;
  const inside = annotationMetadata(own.annotation, context);
  const call = fieldCall(own.value, context);
  const { type, description } = withoutText(context.reading.typeOf(own.annotation, context));
  const ellipsis = own.value?.kind === "ellipsis";
  const written =
    call === undefined && own.value !== undefined && !ellipsis ? defaultOf(own.value, context.scope) : undefined;
  const fallback =
    written ?? call?.default ?? inside?.default ?? (isFirst && !ellipsis ? nullDefault(type, own) : undefined);
  const field = fieldWith(
    own,
    constrained(type, call?.constraints ?? [], undefined),
    own.text ?? call?.description ?? description,
    fallback,
  );
  const alias = call?.alias ?? inside?.alias;
  return {
    ...field,
    ...(alias === undefined || alias === own.name ? {} : { name: alias, attribute: own.name }),
    ...(call?.deprecated === true || inside?.deprecated === true ? { deprecated: true } : {}),
  };
}

/** In pydantic 1 an `Optional` without a default is `None`. */
function nullDefault(type: TypeNode, own: OwnField): DefaultValue | undefined {
  if (own.value !== undefined || type.kind !== "union" || !type.members.some((one) => one.kind === "null"))
    return undefined;
  return Object.freeze({ kind: "literal", value: null, text: "None", span: own.span });
}

/** Fields that a call lists as pairs of a name and a type. */
export function listedField(name: string, type: TypeNode, fallback: DefaultValue | undefined): Field {
  const { type: bare, description } = withoutText(type);
  return Object.freeze({
    name,
    type: bare,
    required: fallback === undefined,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
  });
}
