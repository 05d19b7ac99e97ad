// Which entries of a doc comment speak of which parameter, and which of nothing (205).

import { nearest } from "../diagnostics/nearest.ts";
import { textOf } from "../docs/understand-doc.ts";
import type { DocEntry } from "../model/doc.ts";
import type { FunctionModel, ParameterModel } from "../model/function.ts";
import type { CheckedDoc } from "./check-doc.ts";
import { askedFor, code, codes, type Describing } from "./describing.ts";
import type { ParameterScope } from "./parameter-scope.ts";

/** A text for a property inside a parameter: `@param address.street - …`. */
interface InnerText {
  readonly path: readonly string[];
  readonly entry: DocEntry;
}

/** What the doc comment says of one parameter. */
export interface ParameterText {
  readonly entry?: DocEntry;
  readonly inner: readonly InnerText[];
}

interface Target {
  readonly parameter: string;
  readonly path: readonly string[];
}

/** The parameter that an entry speaks of; `undefined`: none, `"other"`: something that is no argument but may be documented. */
function targetOf(entry: DocEntry, tool: FunctionModel): Target | "other" | undefined {
  const [root = "", ...rest] = entry.name.replace(/^\*+/, "").replaceAll("[]", "").split(".");
  const named = new Map(tool.parameters.map((parameter) => [parameter.name, parameter]));
  if (root === "ctx" || root === "this" || root === tool.context?.name) return "other";
  if (named.get(root)?.variadic === true) return "other";
  const isObject = tool.parameters.some((parameter) => parameter.passing === "field");
  const [first, ...deeper] = rest;
  if (isObject && first !== undefined && (named.has(first) || !named.has(root)))
    return named.has(first) ? { parameter: first, path: deeper } : undefined;
  if (named.has(root)) return { parameter: root, path: rest };
  // The object whose properties are the arguments has a name only in its documentation.
  if (isObject && rest.length === 0 && nearest(root, named.keys()) === undefined) return "other";
  return undefined;
}

function reportUnknown(entry: DocEntry, tool: FunctionModel, name: string, describing: Describing): void {
  if (askedFor("HAFT205", tool, describing) === undefined) return;
  const names = tool.parameters.filter((parameter) => !parameter.variadic).map((parameter) => parameter.name);
  const meant = nearest(entry.name.split(".").at(-1) ?? "", names);
  const has =
    names.length === 0 ? `${code(name)} takes no arguments` : `the parameters of ${code(name)} are ${codes(names)}`;
  describing.findings.add({
    code: "HAFT205",
    span: entry.span,
    tool: name,
    parameter: entry.name,
    message: `${code(name)} documents ${code(entry.name)}, and there is no such parameter`,
    hint: meant === undefined ? `take it out: ${has}` : `did you mean ${code(meant)}?`,
  });
}

/** Sorts the entries of a doc comment by parameter and reports those that speak of none. */
export function parameterTexts(
  tool: FunctionModel,
  name: string,
  checked: CheckedDoc,
  describing: Describing,
): ReadonlyMap<string, ParameterText> {
  const texts = new Map<string, { entry?: DocEntry; inner: InnerText[] }>();
  for (const entry of checked.doc?.parameters ?? []) {
    const target = targetOf(entry, tool);
    if (target === "other") continue;
    if (target === undefined) {
      reportUnknown(entry, tool, name, describing);
      continue;
    }
    const text = texts.get(target.parameter) ?? { inner: [] };
    texts.set(target.parameter, text);
    if (target.path.length > 0) text.inner.push({ path: target.path, entry });
    else text.entry ??= entry;
  }
  return texts;
}

/** The text of a parameter: of the doc comment, else of its type's side. Reports none (204) and an empty one (206). */
export function checkParameterText(
  parameter: ParameterModel,
  text: ParameterText | undefined,
  scope: ParameterScope,
): string {
  const found = text?.entry?.text ?? parameter.description;
  if (found !== undefined && found.trim() !== "") return found.trim();
  const hint = textHint(parameter, scope);
  if (found !== undefined) {
    const what = "is listed in the documentation, but nothing is said of it";
    scope.add("HAFT206", parameter, what, hint, text?.entry?.span);
  } else if (!scope.checked.missing) scope.add("HAFT204", parameter, "is not documented", hint);
  return "";
}

/** Whether the comment has the tag of a parameter inside a line, where it is text. */
function hasTagInLine(name: string, { doc }: CheckedDoc): boolean {
  const texts = [...(doc?.prose ?? []).map(textOf), ...(doc?.parameters ?? []).map((entry) => entry.text)];
  const tag = /@(?:param|arg|argument)\s+(?:\{[^}]*\}\s*)?\[?([\w$.]+)/g;
  return texts.some((text) => [...text.matchAll(tag)].some(([, tagged]) => tagged === name));
}

function textHint(parameter: ParameterModel, { checked, describing }: ParameterScope): string {
  if (describing.language === "python")
    return `write under \`Args:\` in the docstring: ${code(`${parameter.name}: What it is.`)}`;
  const name = parameter.passing === "field" ? `input.${parameter.name}` : parameter.name;
  if (hasTagInLine(name, checked))
    return `put ${code(`@param ${name} - …`)} on a line of its own: inside a line it is text, like any other word`;
  return `write in the doc comment: ${code(`@param ${name} - What it is.`)}`;
}
