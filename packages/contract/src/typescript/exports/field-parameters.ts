// The properties of a lone destructured object parameter: each is an argument.

import ts from "typescript";
import type { Fault, ParameterModel } from "../../model/function.ts";
import type { Field, TypeNode } from "../../model/type.ts";
import { readDefault, tellsType } from "../literals/default-value.ts";
import { propertyName } from "../literals/literal-value.ts";
import { spanOf, textOf } from "../source.ts";
import { refined } from "../types/refined-type.ts";
import { withTags } from "../types/tagged-type.ts";
import { type SignatureReading, typeAndDefault } from "./argument.ts";
import { fieldEntries } from "./documented-fields.ts";
import type { FunctionNode } from "./local-functions.ts";
import { type GivenType, parameterType } from "./parameter-type.ts";

/** Reads the properties, or says why the parameter has none that a schema can describe. */
export function fieldParameters(
  reading: SignatureReading,
  fn: FunctionNode,
  node: ts.ParameterDeclaration,
): readonly ParameterModel[] | Fault {
  if (!ts.isObjectBindingPattern(node.name)) return fault(reading, node, "HAFT304", "an array pattern", useObject);
  const given =
    node.type === undefined && node.initializer !== undefined ? undefined : parameterType(reading.source, fn, node);
  if (given === undefined) return untypedFields(reading, node.name);
  const record = recordOf(reading, node, given);
  if (record.kind !== "record") return record;
  const names = record.fields.map((field) => field.name);
  const inner = { ...reading, entries: fieldEntries(reading.entries, names) };
  return record.fields.map((field) => fieldParameter(inner, node.name, field));
}

const useObject = "Write one object type for it: `{ title }: { title: string }`.";

function recordOf(reading: SignatureReading, node: ts.ParameterDeclaration, given: GivenType) {
  const type = behindNames(reading.types.readPresent(given.type, given.node));
  if (type.kind === "record") return type;
  if (type.kind === "fault") return fault(reading, node, type.fault.code, `\`${type.fault.found}\``, type.fault.hint);
  const found = node.type === undefined ? "something" : `\`${textOf(node.type)}\``;
  return fault(reading, node, "HAFT304", found, useObject);
}

function behindNames(type: TypeNode): TypeNode {
  if (type.kind === "named") return behindNames(type.body());
  return type.kind === "constrained" ? behindNames(type.type) : type;
}

function fault(reading: SignatureReading, node: ts.ParameterDeclaration, code: string, found: string, hint: string) {
  const why = code === "HAFT308" ? "cannot be resolved" : "is not one object type";
  const message = `\`${reading.tool}\` takes its arguments apart from ${found}, which ${why}`;
  return { kind: "none", code, span: spanOf(node), tool: reading.tool, message, hint } as const;
}

function fieldParameter(reading: SignatureReading, pattern: ts.BindingName, field: Field): ParameterModel {
  const element = ts.isObjectBindingPattern(pattern) ? elementFor(pattern, field.name) : undefined;
  const tags = reading.entries.find((entry) => entry.name === field.name)?.tags;
  const byCode = readDefault(reading.source, element?.initializer);
  const value = byCode ?? tags?.default ?? field.default;
  return {
    name: field.name,
    span: spanOf(element === undefined ? pattern : (element.propertyName ?? element.name)),
    passing: "field",
    variadic: false,
    type: withTags(refined(field.type, field.name, reading.entries), tags),
    optional: !field.required || tags?.default !== undefined,
    ...(value && { default: value }),
    passDefault: byCode === undefined && value !== undefined,
    ...(field.description !== undefined && { description: field.description }),
    ...((field.deprecated || tags?.deprecated) && { deprecated: true }),
  };
}

function elementFor(pattern: ts.ObjectBindingPattern, name: string): ts.BindingElement | undefined {
  return pattern.elements.find((element) => nameOf(element) === name);
}

function nameOf(element: ts.BindingElement): string | undefined {
  if (element.dotDotDotToken !== undefined) return undefined;
  if (element.propertyName !== undefined) return propertyName(element.propertyName);
  return ts.isIdentifier(element.name) ? element.name.text : undefined;
}

// Without a type the pattern alone says which properties there are, and a default what they hold.
function untypedFields(reading: SignatureReading, pattern: ts.ObjectBindingPattern): ParameterModel[] {
  const named = pattern.elements.flatMap((element) => {
    const name = nameOf(element);
    return name === undefined ? [] : [{ element, name }];
  });
  const entries = fieldEntries(
    reading.entries,
    named.map(({ name }) => name),
  );
  return named.map(({ element, name }) => {
    const tags = entries.find((entry) => entry.name === name)?.tags;
    return {
      name,
      span: spanOf(element.propertyName ?? element.name),
      passing: "field",
      variadic: false,
      ...typeAndDefault({ ...reading, entries }, element, typeOfDefault(reading, element), tags, element.initializer),
    };
  });
}

function typeOfDefault(reading: SignatureReading, element: ts.BindingElement): GivenType | undefined {
  if (element.initializer === undefined || !tellsType(element.initializer)) return undefined;
  const { checker } = reading.source;
  const type = checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(element.initializer));
  return { type, optional: false };
}
