// Doc comments: none (201), no summary (202), no "Use when" (203).

import { descriptionOf, textOf, type UnderstoodDoc, understandDoc } from "../docs/understand-doc.ts";
import { turnedRound } from "../docs/when-text.ts";
import type { DocModel } from "../model/doc.ts";
import type { FunctionModel } from "../model/function.ts";
import { askedFor, code, type Describing } from "./describing.ts";
import type { ToolOptions } from "./tool-options.ts";

/** What the doc comment of a tool comes to. */
export interface CheckedDoc {
  readonly description: string;
  /** The comment, where it says anything. */
  readonly doc?: DocModel;
  /** There is no doc comment and one is asked for: the parameters' texts are not asked for as well. */
  readonly missing: boolean;
}

function report(
  codeOf: string,
  tool: FunctionModel,
  describing: Describing,
  found: { span: FunctionModel["span"]; message: string; hint: string; tool: string },
): void {
  const severity = askedFor(codeOf, tool, describing);
  if (severity === undefined) return;
  describing.findings.add({ code: codeOf, ...found, ...(severity === "own" ? {} : { severity }) });
}

function reportMissing(tool: FunctionModel, name: string, describing: Describing): void {
  const word = describing.language === "python" ? "docstring" : "doc comment";
  report("HAFT201", tool, describing, {
    span: tool.span,
    tool: name,
    message: `${code(name)} has no ${word}, so that a model cannot know what it does`,
    hint:
      describing.language === "python"
        ? `write below ${code(`def ${tool.name}`)}:\n${docstringToPaste(tool)}`
        : `write above it, or ${code("/** @internal */")} if it is no tool:\n${commentToPaste(tool)}`,
  });
}

/** A docstring to fill in, with a line for each parameter. */
function docstringToPaste(tool: FunctionModel): string {
  if (tool.form === "plnt") return '"""What it does."""';
  const entries = tool.parameters.map(({ name }) => `    ${name}: What it is.`);
  const args = entries.length === 0 ? [] : ["", "Args:", ...entries];
  return ['"""What it does.', "", "Use when …", ...args, '"""'].join("\n");
}

/** The same as a comment. */
function commentToPaste(tool: FunctionModel): string {
  const entries = tool.parameters.map(({ name }) => ` * @param ${name} - What it is.`);
  const params = entries.length === 0 ? [] : [" *", ...entries];
  return ["/**", " * What it does.", " *", " * Use when …", ...params, " */"].join("\n");
}

function whenHint(understood: UnderstoodDoc, doc: DocModel, name: string): string {
  const turned = turnedRound(doc.prose.map(textOf));
  if (turned !== undefined) return `make a paragraph of its own of it: "${turned}"`;
  return understood.summary === undefined
    ? `add a paragraph that begins with "Use when" and says in which situation ${code(name)} is the right tool`
    : `add a paragraph after "${shorten(understood.summary)}" that begins with "Use when" and says in which situation that is wanted`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Checks the prose of a tool's doc comment and makes its description. */
export function checkDoc(tool: FunctionModel, name: string, options: ToolOptions, describing: Describing): CheckedDoc {
  const doc = tool.doc?.isEmpty === false ? tool.doc : undefined;
  if (doc === undefined) {
    if (options.description !== undefined) return { description: options.description, missing: false };
    reportMissing(tool, name, describing);
    return { description: "", missing: true };
  }
  if (options.description !== undefined) return { description: options.description, doc, missing: false };
  const understood = understandDoc(doc);
  if (understood.summary === undefined)
    report("HAFT202", tool, describing, {
      span: doc.span,
      tool: name,
      message: `${code(name)} has a doc comment that does not begin with what it does`,
      hint: `begin the ${describing.language === "python" ? "docstring" : "comment"} with a paragraph that says in a sentence what ${code(name)} does`,
    });
  if (understood.when === undefined)
    report("HAFT203", tool, describing, {
      span: doc.span,
      tool: name,
      message: `${code(name)} does not say when to use it`,
      hint: whenHint(understood, doc, name),
    });
  const form = tool.form === "plnt" ? "plnt" : describing.strict ? "strict" : "loose";
  return { description: descriptionOf(understood, form), doc, missing: false };
}
