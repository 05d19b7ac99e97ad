// Parameters: variadic ones (303), no type (301), types that are no data (302, 308), defaults (305, 306, 309), types that
// say nothing (307), constraints that fit nothing (310), types that are too large (102).

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { FunctionModel, ParameterModel } from "../model/function.ts";
import type { Span } from "../model/place.ts";
import type { DefaultValue, Field, TypeNode } from "../model/type.ts";
import { MAX_SCHEMA_BYTES, TypeTooLarge } from "../schema/limits.ts";
import { type Printed, printArguments } from "../schema/print-schema.ts";
import { checkValue } from "../validation/check-value.ts";
import { describeMisfit, showValue } from "../validation/describe-misfit.ts";
import { isObject } from "../validation/resolve-reference.ts";
import type { CheckedDoc } from "./check-doc.ts";
import { askedFor, code, type Describing, unframed } from "./describing.ts";
import { isExactJson } from "./exact-numbers.ts";
import { withText } from "./inner-texts.ts";
import { checkParameterText, type ParameterText, parameterTexts } from "./parameter-texts.ts";
import { typeFaults } from "./type-faults.ts";

/** The arguments of a tool, as a schema. */
export interface CheckedParameters {
  readonly inputSchema: JsonSchema;
  /** Whether every parameter has a sound type, so that examples can be held against the schema. */
  readonly sound: boolean;
}

/** Reports about the parameters of one tool. */
class ParameterReports {
  readonly #tool: FunctionModel;
  readonly #name: string;
  readonly #describing: Describing;

  constructor(tool: FunctionModel, name: string, describing: Describing) {
    this.#tool = tool;
    this.#name = name;
    this.#describing = describing;
  }

  /** `what` goes on after "`tool`: the parameter `x`". */
  add(codeOf: string, parameter: ParameterModel, what: string, hint: string, span: Span = parameter.span): void {
    const severity = askedFor(codeOf, this.#tool, this.#describing);
    if (severity === undefined) return;
    this.#describing.findings.add({
      code: codeOf,
      span,
      tool: this.#name,
      parameter: parameter.name,
      message: `${code(this.#name)}: the parameter ${code(parameter.name)} ${what}`,
      hint,
      ...(severity === "own" ? {} : { severity }),
    });
  }
}

const EMPTY_SCHEMA: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

function typeHint(parameter: ParameterModel, describing: Describing): string {
  const isPython = describing.language === "python";
  const word = isPython ? "str" : "string";
  const given = parameter.default?.text;
  const rest = given === undefined || parameter.passing === "field" ? "" : ` = ${given}`;
  return `write its type: ${code(`${parameter.name}: ${given === "[]" ? (isPython ? "list[str]" : "string[]") : word}${rest}`)}`;
}

const FAULT_WORDS: Readonly<Record<string, string>> = {
  HAFT302: "is not data",
  HAFT308: "cannot be resolved",
  HAFT102: "is too complex to be read",
};

class ParameterChecks {
  readonly #tool: FunctionModel;
  readonly #name: string;
  readonly #describing: Describing;
  readonly #reports: ParameterReports;
  readonly #faulty = new Set<string>();
  readonly #untyped = new Set<string>();
  readonly #checked: CheckedDoc;

  constructor(tool: FunctionModel, name: string, checked: CheckedDoc, describing: Describing) {
    this.#tool = tool;
    this.#name = name;
    this.#checked = checked;
    this.#describing = describing;
    this.#reports = new ParameterReports(tool, name, describing);
  }

  run(): CheckedParameters {
    const texts = parameterTexts(this.#tool, this.#name, this.#checked, this.#describing);
    const fields = this.#tool.parameters.flatMap((parameter) => this.#field(parameter, texts.get(parameter.name)));
    const printed = this.#print(fields);
    if (printed === undefined) return { inputSchema: EMPTY_SCHEMA, sound: false };
    this.#reportProblems(printed);
    this.#checkDefaults(printed);
    if (!this.#checkSize(printed.schema)) return { inputSchema: EMPTY_SCHEMA, sound: false };
    this.#checkEmpty(printed);
    return { inputSchema: printed.schema, sound: this.#faulty.size === 0 };
  }

  #field(parameter: ParameterModel, text: ParameterText | undefined): Field[] {
    if (parameter.variadic) {
      this.#faulty.add(parameter.name);
      const list =
        this.#describing.language === "python" ? `${parameter.name}: list[str]` : `${parameter.name}: string[]`;
      const hint = `take a list instead: ${code(list)}`;
      this.#reports.add("HAFT303", parameter, "takes any number of arguments, which a schema cannot name", hint);
      return [];
    }
    const description = checkParameterText(parameter, text, this.#tool, this.#name, this.#checked, this.#describing);
    const type = this.#type(parameter, text);
    const given = this.#default(parameter);
    return [
      {
        name: parameter.name,
        type,
        required: !parameter.optional && parameter.default === undefined,
        ...(given === undefined ? {} : { default: given }),
        ...(description === "" ? {} : { description }),
        ...(parameter.deprecated === true ? { deprecated: true } : {}),
      },
    ];
  }

  #type(parameter: ParameterModel, text: ParameterText | undefined): TypeNode {
    const { type } = parameter;
    if (type === undefined) {
      this.#untyped.add(parameter.name);
      if (this.#describing.strict && this.#tool.form === "strict") this.#faulty.add(parameter.name);
      this.#reports.add("HAFT301", parameter, "has no type", typeHint(parameter, this.#describing));
      return { kind: "anything" };
    }
    for (const fault of typeFaults(type)) {
      this.#faulty.add(parameter.name);
      const where = fault.path === "" ? "has" : `holds at ${code(fault.path)}`;
      const what = `${where} the type ${code(fault.found)}, which ${FAULT_WORDS[fault.code]}`;
      this.#reports.add(fault.code, parameter, what, unframed(fault.hint));
    }
    return this.#withInnerTexts(parameter, type, text);
  }

  #withInnerTexts(parameter: ParameterModel, type: TypeNode, text: ParameterText | undefined): TypeNode {
    let whole = type;
    for (const { path, entry } of text?.inner ?? []) {
      const described = entry.text.trim() === "" ? undefined : withText(whole, path, entry.text.trim());
      whole = described ?? whole;
      if (described !== undefined || entry.text.trim() === "") continue;
      const hint = `take ${code(entry.name)} out of the documentation, or correct its path`;
      this.#reports.add(
        "HAFT205",
        parameter,
        `has no property ${code(path.join("."))}, which is documented`,
        hint,
        entry.span,
      );
    }
    return whole;
  }

  #default(parameter: ParameterModel): DefaultValue | undefined {
    const { default: given } = parameter;
    if (given === undefined || (given.kind === "literal" && isExactJson(given.value))) return given;
    const hint = "write a literal to have it in the schema, or take the default inside the function";
    const why = given.kind === "literal" ? "is a number that JSON cannot hold exactly" : "is not a literal";
    this.#reports.add(
      "HAFT306",
      parameter,
      `has the default ${code(given.text)}, which ${why}: a model is not told what it is`,
      hint,
    );
    return undefined;
  }

  #print(fields: readonly Field[]): Printed | undefined {
    try {
      return printArguments(fields, this.#describing.language);
    } catch (error) {
      if (!(error instanceof TypeTooLarge)) throw error;
      const blamed = this.#tool.parameters.find((parameter) => parameter.name === error.property);
      const hint = "split the tool, or take part of it as text";
      if (blamed !== undefined) this.#reports.add("HAFT102", blamed, `has a type that is ${error.message}`, hint);
      else
        this.#describing.findings.add({
          code: "HAFT102",
          span: { line: 1, column: 1, endLine: 1, endColumn: 1 },
          tool: this.#name,
          message: `${code(this.#name)}: its parameters together have ${error.message}`,
          hint,
        });
      return undefined;
    }
  }

  /** Defaults count too: with them the schema may be larger than its types made it. */
  #checkSize(schema: JsonSchema): boolean {
    if (Buffer.byteLength(JSON.stringify(schema)) <= MAX_SCHEMA_BYTES) return true;
    const sizes = this.#tool.parameters.map((parameter) => ({
      parameter,
      size: JSON.stringify(parameter.default ?? null).length,
    }));
    const [largest] = sizes.sort((a, b) => b.size - a.size);
    if (largest !== undefined)
      this.#reports.add(
        "HAFT102",
        largest.parameter,
        `has a default that makes the schema larger than ${MAX_SCHEMA_BYTES / 1024} KiB`,
        "take the default inside the function",
      );
    return false;
  }

  #parameterAt(path: string): { parameter: ParameterModel; inside: string } | undefined {
    const parameter = this.#tool.parameters
      .filter(
        (one) =>
          path === `.${one.name}` ||
          (path.startsWith(`.${one.name}`) && /^[.[{]/.test(path.slice(one.name.length + 1))),
      )
      .sort((a, b) => b.name.length - a.name.length)[0];
    return parameter === undefined ? undefined : { parameter, inside: path.slice(parameter.name.length + 1) };
  }

  #reportProblems(printed: Printed): void {
    for (const problem of printed.problems) {
      const place = this.#parameterAt(problem.path);
      if (place === undefined) continue;
      const { parameter, inside } = place;
      const where = inside === "" ? "" : `, at ${code(inside)},`;
      if (problem.kind === "null-default") {
        const none = this.#describing.language === "python" ? "None" : "null";
        const hint = `write ${code(`| ${none}`)} behind its type, or another default`;
        this.#reports.add(
          "HAFT309",
          parameter,
          `has${where} the default ${code(none)}, which its type does not admit: null is let in`,
          hint,
        );
      } else {
        const { constraint, why } = problem;
        const span = constraint.file === undefined ? constraint.span : parameter.span;
        this.#reports.add(
          "HAFT310",
          parameter,
          `has${where} the constraint ${code(constraint.text)}: ${why}`,
          constraintHint(constraint.text, why),
          span,
        );
      }
    }
  }

  #checkDefaults(printed: Printed): void {
    for (const { schema, default: given, path } of printed.defaults) {
      const place = this.#parameterAt(path);
      if (place === undefined || this.#faulty.has(place.parameter.name) || !isExactJson(given.value)) continue;
      const [misfit] = checkValue(schema, given.value, printed.schema);
      if (misfit === undefined) {
        schema.default = given.value;
        continue;
      }
      const where = place.inside === "" ? "" : ` at ${code(place.inside)}`;
      const expected = describeMisfit(misfit).message.replace(/^the value is .*?; expected /, "expected ");
      const hint = `change the default ${code(given.text)} or the type`;
      this.#reports.add(
        "HAFT305",
        place.parameter,
        `has${where} the default ${showValue(given.value)}, which contradicts its type: ${expected}`,
        hint,
      );
    }
  }

  #checkEmpty(printed: Printed): void {
    const properties = isObject(printed.schema.properties) ? printed.schema.properties : {};
    for (const parameter of this.#tool.parameters) {
      const schema = properties[parameter.name];
      if (this.#untyped.has(parameter.name) || this.#faulty.has(parameter.name) || !isObject(schema)) continue;
      const { description, default: _, deprecated, ...rest } = schema;
      if (Object.keys(rest).length > 0) continue;
      const hint = "write a narrower type, so that a model knows what to pass";
      this.#reports.add("HAFT307", parameter, "has a type that says nothing: any value fits", hint);
    }
  }
}

function constraintHint(text: string, why: string): string {
  return why.startsWith("no part")
    ? `take ${code(text)} out, or change the type to one that it fits`
    : `correct or take out ${code(text)}`;
}

/** Checks the parameters of a tool and prints the schema of its arguments. */
export function checkParameters(
  tool: FunctionModel,
  name: string,
  checked: CheckedDoc,
  describing: Describing,
): CheckedParameters {
  return new ParameterChecks(tool, name, checked, describing).run();
}
