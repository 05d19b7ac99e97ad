// The types of parameters: none (301), parts that are no data (302), cannot be resolved (308) or were given up (102), and
// types that say nothing (307).

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { ParameterModel } from "../model/function.ts";
import type { TypeNode } from "../model/type.ts";
import { isObject } from "../validation/resolve-reference.ts";
import { code, unframed } from "./describing.ts";
import { withText } from "./inner-texts.ts";
import type { ParameterScope } from "./parameter-scope.ts";
import type { ParameterText } from "./parameter-texts.ts";
import { typeFaults } from "./type-faults.ts";

const FAULT_WORDS: Readonly<Record<string, string>> = {
  HAFT302: "is not data",
  HAFT308: "cannot be resolved",
  HAFT102: "is too complex to be read",
};

/** A type to begin with, which a default that says no type is a value of. */
function typeFor(given: string | undefined, isPython: boolean): string {
  if (given === "[]") return isPython ? "list[str]" : "string[]";
  if (given === "{}") return isPython ? "dict[str, str]" : "Record<string, string>";
  if (given === "None" || given === "null") return isPython ? "str | None" : "string | null";
  return isPython ? "str" : "string";
}

function typeHint(parameter: ParameterModel, isPython: boolean): string {
  const given = parameter.default?.text;
  const rest = given === undefined || parameter.passing === "field" ? "" : ` = ${given}`;
  return `write its type: ${code(`${parameter.name}: ${typeFor(given, isPython)}${rest}`)}`;
}

/** Puts the texts of `@param address.street - …` on the properties that they are for. */
function withInnerTexts(
  parameter: ParameterModel,
  type: TypeNode,
  text: ParameterText | undefined,
  scope: ParameterScope,
): TypeNode {
  let whole = type;
  for (const { path, entry } of text?.inner ?? []) {
    const said = entry.text.trim();
    const described = said === "" ? undefined : withText(whole, path, said);
    whole = described ?? whole;
    if (described !== undefined || said === "") continue;
    const what = `has no property ${code(path.join("."))}, which is documented`;
    const hint = `take ${code(entry.name)} out of the documentation, or correct its path`;
    scope.add("HAFT205", parameter, what, hint, entry.span);
  }
  return whole;
}

/** Checks the type of a parameter and gives it, with the texts that the doc comment has for its properties. */
export function checkType(parameter: ParameterModel, text: ParameterText | undefined, scope: ParameterScope): TypeNode {
  const { type } = parameter;
  const { language, strict } = scope.describing;
  if (type === undefined) {
    scope.untyped.add(parameter.name);
    if (strict && scope.tool.form === "strict") scope.faulty.add(parameter.name);
    scope.add("HAFT301", parameter, "has no type", typeHint(parameter, language === "python"));
    return { kind: "anything" };
  }
  for (const fault of typeFaults(type)) {
    scope.faulty.add(parameter.name);
    const where = fault.path === "" ? "has" : `holds at ${code(fault.path)}`;
    const what = `${where} the type ${code(fault.found)}, which ${FAULT_WORDS[fault.code]}`;
    scope.add(fault.code, parameter, what, unframed(fault.hint));
  }
  return withInnerTexts(parameter, type, text, scope);
}

/** Warns of each parameter whose whole type says nothing. */
export function checkEmptyTypes(schema: JsonSchema, scope: ParameterScope): void {
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const parameter of scope.tool.parameters) {
    const property = properties[parameter.name];
    if (scope.untyped.has(parameter.name) || scope.faulty.has(parameter.name) || !isObject(property)) continue;
    const { description, default: _, deprecated, ...rest } = property;
    if (Object.keys(rest).length > 0) continue;
    const hint = "write a narrower type, so that a model knows what to pass";
    scope.add("HAFT307", parameter, "has a type that says nothing: any value fits", hint);
  }
}
