// The arguments of a call, through the definition's own schema: so that defaults and transforms reach the handler.

import type { JsonObject } from "../wire/json.ts";
import { describeKind } from "./describe-kind.ts";

/** What is wrong with the arguments, and where (`.a[0]`; empty for the whole). */
interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The value for the handler, or why there is none. */
export type ParsedInput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/**
 * Parses with the vendor's own parser, also where it is asynchronous; with a plain JSON Schema the arguments stay as they
 * are, for they were validated outside. A check or transform that throws makes the arguments invalid. Never rejects.
 */
export async function parseInput(
  definition: { readonly inputSchema?: unknown },
  args: JsonObject,
): Promise<ParsedInput> {
  const schema = definition.inputSchema;
  try {
    return await parse(schema, args);
  } catch (error) {
    const said = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${describeKind(error)}`;
    return { ok: false, issues: [{ path: "", message: `a check or transform of the schema failed: ${said}` }] };
  }
}

async function parse(schema: unknown, args: JsonObject): Promise<ParsedInput> {
  if (!isObjectLike(schema)) return { ok: true, value: args };
  // Zod's own method before the standard one: it knows that the parse may be asynchronous and so runs it only once.
  if (typeof schema.safeParseAsync === "function") return fromZod(await schema.safeParseAsync(args));
  const standard = schema["~standard"];
  if (isObjectLike(standard) && typeof standard.validate === "function") {
    return fromStandard(await standard.validate(args));
  }
  return { ok: true, value: args };
}

function fromZod(result: unknown): ParsedInput {
  if (!isObjectLike(result)) throw new TypeError("the schema's parse gave no result");
  if (result.success === true) return { ok: true, value: result.data };
  const error = isObjectLike(result.error) ? result.error : {};
  return { ok: false, issues: issuesOf(error.issues) };
}

function fromStandard(result: unknown): ParsedInput {
  if (!isObjectLike(result)) throw new TypeError("the schema's validate gave no result");
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, issues: issuesOf(result.issues) };
}

function issuesOf(issues: unknown): InputIssue[] {
  const list =
    typeof issues === "object" && issues !== null && Symbol.iterator in issues ? [...toIterable(issues)] : [];
  const found = list.filter(isObjectLike).map((issue) => ({
    path: pathText(issue.path),
    message: typeof issue.message === "string" ? issue.message : "invalid",
  }));
  return found.length > 0 ? found : [{ path: "", message: "the schema refuses these arguments" }];
}

function toIterable(issues: object): Iterable<unknown> {
  return issues as Iterable<unknown>;
}

/** `.a[0]` of a path whose segments are keys, or objects that hold a key. */
function pathText(path: unknown): string {
  if (!Array.isArray(path)) return "";
  return path
    .map((segment: unknown) => (isObjectLike(segment) ? segment.key : segment))
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("");
}

/** Objects and functions: ArkType's schemas are functions. */
function isObjectLike(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
