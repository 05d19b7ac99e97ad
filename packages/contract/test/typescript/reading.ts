// One reader for the tests of a file, and short ways to what it found.

import assert from "node:assert/strict";
import type { FunctionModel, ParameterModel } from "../../src/model/function.ts";
import { createTypeScriptReader, type TypeScriptModule } from "../../src/typescript/index.ts";

const reader = createTypeScriptReader();

/** Reads a source. */
export function readSource(text: string, siblings?: Readonly<Record<string, string>>): TypeScriptModule {
  return reader.read({ file: "source.tools.ts", text, siblings });
}

/** The one tool of a source. */
export function onlyTool(text: string, siblings?: Readonly<Record<string, string>>): FunctionModel {
  const { tools, faults } = readSource(text, siblings);
  assert.deepEqual(faults, []);
  const [tool] = tools;
  assert.ok(tool !== undefined && tools.length === 1, `one tool, not ${tools.length}`);
  return tool;
}

/** The parameters of a function with a signature, by name. */
export function parametersOf(signature: string, before = ""): Readonly<Record<string, ParameterModel>> {
  const tool = onlyTool(`${before}\nexport function f(${signature}) {}`);
  assert.equal(tool.signatureFault, undefined);
  return Object.fromEntries(tool.parameters.map((parameter) => [parameter.name, parameter]));
}

/** The one parameter of a function that is declared with a type. */
export function parameterOf(type: string, before = ""): ParameterModel {
  const { a } = parametersOf(`a: ${type}`, before);
  assert.ok(a !== undefined);
  return a;
}
