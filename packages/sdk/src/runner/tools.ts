// The tools of a loaded module: how each is found, and what it is called with.

import type { ToolContext } from "../context/tool-context.ts";
import { parseInput } from "../definitions/parse-input.ts";
import { type Companion, companionOf } from "../marks/resumes.ts";
import type { Json, JsonObject } from "../wire/json.ts";
import type { ArgumentPlan, ToolPlan } from "../wire/plan.ts";
import { Refused } from "./errors.ts";
import { fromJson, Mismatch } from "./shapes.ts";

/** A loaded module's exports. */
export type Exports = Readonly<Record<string, unknown>>;

/** A function of the author's. */
type Callable = (...values: readonly unknown[]) => unknown;

/** Whether the tool, or its companion, may look at the context: only then must it hear of cancellation. */
export function takesContext(plan: ToolPlan, exports: Exports): boolean {
  if (plan.form === "definition") return functionOf(plan, exports).length > 1;
  return plan.parameters.some((parameter) => parameter.passing === "context") || plan.resume?.takesContext === true;
}

/** The tool's function. */
export function functionOf(plan: ToolPlan, exports: Exports): Callable {
  const name = plan.exportName ?? (plan.form === "definition" ? "default" : plan.function);
  const exported = exports[name];
  const found = plan.form === "definition" ? (exported as { handler?: unknown } | undefined)?.handler : exported;
  if (typeof found === "function") return found as Callable;
  throw new Refused(
    "load_failed",
    `the loaded module exports no function ${name}`,
    `export it whenever the module is loaded`,
  );
}

/** The function that goes on after a wait. */
export function companion(plan: ToolPlan, exports: Exports): Companion {
  const found = companionOf(functionOf(plan, exports));
  if (found) return found;
  throw new Refused("no_companion", `${plan.tool} has no companion to go on with`, `add: resumes(${plan.function}, …)`);
}

/** Calls the tool with its arguments. */
export async function callTool(plan: ToolPlan, exports: Exports, args: JsonObject, ctx: ToolContext): Promise<unknown> {
  if (plan.form === "definition") return callDefinition(plan, exports, args, ctx);
  const values = passed(plan, args, ctx);
  return functionOf(plan, exports)(...values);
}

async function callDefinition(plan: ToolPlan, exports: Exports, args: JsonObject, ctx: ToolContext): Promise<unknown> {
  const handler = functionOf(plan, exports);
  const definition = exports[plan.exportName ?? "default"] as { inputSchema?: unknown };
  const input = await parseInput(definition, args);
  if (input.ok) return handler.call(definition, input.value, ctx);
  const said = input.issues.map(({ path, message }) =>
    path === "" ? message : `${path.replace(/^\./, "")}: ${message}`,
  );
  throw invalid(said.join("; "));
}

function passed(plan: ToolPlan, args: JsonObject, ctx: ToolContext): unknown[] {
  const known = new Set<string>();
  const values: unknown[] = [];
  for (const parameter of plan.parameters) {
    if (parameter.passing === "context") values.push(ctx);
    else if (parameter.passing === "object") values.push(collected(parameter.fields, args, plan, known));
    else values.push(argument(parameter, args, plan, known));
  }
  const unknown = Object.keys(args).find((name) => !known.has(name));
  if (unknown === undefined) return values;
  const names = known.size === 0 ? "none" : [...known].join(", ");
  throw invalid(`${plan.tool} has no argument ${unknown}; it has: ${names}`);
}

function collected(fields: readonly ArgumentPlan[], args: JsonObject, plan: ToolPlan, known: Set<string>): object {
  const entries = fields.map((field): [string, unknown] => [field.name, argument(field, args, plan, known)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Undefined where it is absent, so that the language's own default takes its place. */
function argument(field: ArgumentPlan, args: JsonObject, plan: ToolPlan, known: Set<string>): unknown {
  known.add(field.name);
  const given: Json | undefined = Object.hasOwn(args, field.name) ? args[field.name] : field.default;
  if (given === undefined) return undefined;
  try {
    return fromJson(given, field.shape, plan.definitions);
  } catch (error) {
    if (error instanceof Mismatch) throw invalid(`${field.name}${error.path}: ${error.message}`);
    if (error instanceof RangeError) throw invalid(`${field.name}: it is nested too deep`);
    throw error;
  }
}

function invalid(message: string): Refused {
  return new Refused("invalid_arguments", message, "haft tools shows which arguments it takes");
}
