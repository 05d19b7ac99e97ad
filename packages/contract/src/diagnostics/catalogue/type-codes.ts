// HAFT3xx: parameters and their types.

import { type CatalogueEntry, type CodeExample, python, typescript } from "./entry.ts";

/** A tool with one parameter. */
function withParameter(parameter: string, before = "", name = "value"): CodeExample {
  return python(`${before}${before === "" ? "" : "\n\n\n"}@tool
def keep(${parameter}) -> None:
    """Keep a value.

    Use when it must not be forgotten.

    Args:
        ${name}: What to keep.
    """`);
}

function withTag(text: string, type: string): CodeExample {
  return typescript(`
/**
 * Keep a value.
 *
 * Use when it must not be forgotten.
 *
 * @param value - What to keep.${text === "" ? "" : ` ${text}`}
 */
export function keep(value: ${type}): void {}`);
}

/** Entries of the codes that begin with 3. */
export const TYPE_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT301",
    title: "A parameter without a type",
    explanation:
      "The schema of the arguments is made from the types. Annotate the parameter; in TypeScript a default such as `= 20` is enough, but `= []`, `= {}` and `= null` say too little.",
    wrong: withParameter("value"),
    right: withParameter("value: str"),
  },
  {
    code: "HAFT302",
    title: "A type that is not data",
    explanation:
      "Arguments arrive as JSON. Functions, iterators, open files, `Map`, `Set`, `bigint` and instances of classes with methods cannot; the hint says what to take instead. A fault inside a type is reported at the parameter that uses it, with its path.",
    wrong: withTag("", "Map<string, number>"),
    right: withTag("", "Record<string, number>"),
  },
  {
    code: "HAFT303",
    title: "A variadic parameter",
    explanation:
      "`*args`, `**kwargs` and rest parameters have no names that a schema could list. Take a list, or a map.",
    wrong: withParameter("*value: str"),
    right: withParameter("value: list[str]"),
  },
  {
    code: "HAFT304",
    title: "A signature that a schema cannot describe",
    explanation:
      "Overloads, generators and a destructured parameter beside other parameters have no one list of arguments. Write one signature; destructure only where one object is the only parameter besides the context.",
    wrong: typescript(`
/**
 * Count up.
 *
 * Use when numbers are wanted.
 */
export function* count(): Generator<number> {
  yield 1;
}`),
    right: typescript(`
/**
 * Count up.
 *
 * Use when numbers are wanted.
 */
export function count(): number[] {
  return [1];
}`),
  },
  {
    code: "HAFT305",
    title: "A default that contradicts the type",
    explanation:
      "A default is shown to models as a value that fits, and is held against its type and constraints. Change the default, or the type.",
    wrong: withParameter('value: int = "none"'),
    right: withParameter("value: int = 0"),
  },
  {
    code: "HAFT306",
    title: "A default that is not a literal",
    explanation:
      "Reading never runs the source, so that only a literal, or a module-level constant assigned once, can be put into the schema. The parameter is optional either way; a model is not told what is taken when it is left out.",
    wrong: withParameter("value: str = os.sep", "import os"),
    right: withParameter('value: str = "/"'),
  },
  {
    code: "HAFT307",
    title: "A type that says nothing",
    explanation:
      "`Any`, `object`, `unknown` and `any` let a model pass whatever it likes. It is a warning: write a narrower type where one is known.",
    wrong: withParameter("value: Any", "from typing import Any"),
    right: withParameter("value: str | int"),
  },
  {
    code: "HAFT308",
    title: "A type that cannot be resolved",
    explanation:
      "The name, or the module that it comes from, is not known. Types come from the module itself, from sibling modules of the same folder, from the standard library and, for TypeScript, from the installed packages.",
    wrong: withParameter("value: Colour"),
    right: withParameter("value: Colour", 'from typing import Literal\n\nColour = Literal["red", "green"]'),
  },
  {
    code: "HAFT309",
    title: "A default of null that the type does not admit",
    explanation:
      "`None` or `null` as a default widens the type, so that a model may pass null as well. Say so in the type, and the warning goes.",
    wrong: withParameter("value: str = None"),
    right: withParameter("value: str | None = None"),
  },
  {
    code: "HAFT310",
    title: "A constraint that is malformed or fits nothing",
    explanation:
      "A constraint goes to the outermost parts of the type that it fits, through unions, lists, tuples and maps. One that fits no part, or whose value is not what its keyword takes, would be lost in silence.",
    wrong: withTag("@minLength 3", "number"),
    right: withTag("@minimum 3", "number"),
  },
];
