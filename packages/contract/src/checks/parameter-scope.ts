// What the checks of one tool's parameters share, and how they report.

import type { FunctionModel, ParameterModel } from "../model/function.ts";
import type { Span } from "../model/place.ts";
import type { CheckedDoc } from "./check-doc.ts";
import { askedFor, code, type Describing } from "./describing.ts";

/** The parameters of one tool while they are checked. */
export class ParameterScope {
  readonly tool: FunctionModel;
  readonly name: string;
  readonly checked: CheckedDoc;
  readonly describing: Describing;
  /** Parameters whose type is in error, so that nothing is held against it. */
  readonly faulty = new Set<string>();
  /** Parameters without a type. */
  readonly untyped = new Set<string>();

  constructor(tool: FunctionModel, name: string, checked: CheckedDoc, describing: Describing) {
    this.tool = tool;
    this.name = name;
    this.checked = checked;
    this.describing = describing;
  }

  /** Reports. `what` goes on after "`tool`: the parameter `x`". */
  add(codeOf: string, parameter: ParameterModel, what: string, hint: string, span: Span = parameter.span): void {
    const severity = askedFor(codeOf, this.tool, this.describing);
    if (severity === undefined) return;
    this.describing.findings.add({
      code: codeOf,
      span,
      tool: this.name,
      parameter: parameter.name,
      message: `${code(this.name)}: the parameter ${code(parameter.name)} ${what}`,
      hint,
      ...(severity === "own" ? {} : { severity }),
    });
  }

  /** The parameter that a path from the root of the schema begins with, and the path inside it. */
  at(path: string): { readonly parameter: ParameterModel; readonly inside: string } | undefined {
    const [parameter] = this.tool.parameters
      .filter(({ name }) => path.startsWith(`.${name}`) && /^(?:[.[{]|$)/.test(path.slice(name.length + 1)))
      .sort((a, b) => b.name.length - a.name.length);
    return parameter === undefined ? undefined : { parameter, inside: path.slice(parameter.name.length + 1) };
  }
}
