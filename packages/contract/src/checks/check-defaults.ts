// Defaults: ones that contradict their type (305), ones that are no literal (306), all together too large (102).

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { ParameterModel } from "../model/function.ts";
import type { DefaultValue } from "../model/type.ts";
import { MAX_SCHEMA_BYTES } from "../schema/limits.ts";
import type { Printed } from "../schema/print-schema.ts";
import { checkValue } from "../validation/check-value.ts";
import { describeMisfit, showValue } from "../validation/describe-misfit.ts";
import { code } from "./describing.ts";
import { isExactJson } from "./exact-numbers.ts";
import type { ParameterScope } from "./parameter-scope.ts";

/** The default of a parameter, if it can stand in a schema. */
export function checkLiteral(parameter: ParameterModel, scope: ParameterScope): DefaultValue | undefined {
  const { default: given } = parameter;
  if (given === undefined || (given.kind === "literal" && isExactJson(given.value))) return given;
  const why = given.kind === "literal" ? "is a number that JSON cannot hold exactly" : "is not a literal";
  const what = `has the default ${code(given.text)}, which ${why}: a model is not told what it is`;
  const hint = "write a literal to have it in the schema, or take the default inside the function";
  scope.add("HAFT306", parameter, what, hint);
  return undefined;
}

/** Holds every default against its type and puts those that fit into the schema, in parameters and in records. */
export function checkDefaults(printed: Printed, scope: ParameterScope): void {
  for (const { schema, default: given, path } of printed.defaults) {
    const place = scope.at(path);
    if (place === undefined || scope.faulty.has(place.parameter.name) || !isExactJson(given.value)) continue;
    const [misfit] = checkValue(schema, given.value, printed.schema);
    if (misfit === undefined) {
      schema.default = given.value;
      continue;
    }
    const where = place.inside === "" ? "" : ` at ${code(place.inside)}`;
    const expected = describeMisfit(misfit).message.replace(/^the value is .*?; expected /, "expected ");
    const what = `has${where} the default ${showValue(given.value)}, which contradicts its type: ${expected}`;
    scope.add("HAFT305", place.parameter, what, `change the default ${code(given.text)} or the type`);
  }
}

/** Whether the schema is still small enough with its defaults; if not, the largest one is to blame. */
export function checkSize(schema: JsonSchema, scope: ParameterScope): boolean {
  if (Buffer.byteLength(JSON.stringify(schema)) <= MAX_SCHEMA_BYTES) return true;
  const sizes = scope.tool.parameters.map((parameter) => ({
    parameter,
    size: JSON.stringify(parameter.default ?? null).length,
  }));
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  const what = `has a default that makes the schema larger than ${MAX_SCHEMA_BYTES / 1024} KiB`;
  if (largest !== undefined) scope.add("HAFT102", largest.parameter, what, "take the default inside the function");
  return false;
}
