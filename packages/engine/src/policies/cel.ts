// Compiling conditions with CEL. Loaded by `condition.ts` alone, and only where there is a condition.

import { type CelInput, type CelResult, celEnv, isCelError, parse, plan } from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { nearest } from "@haft/contract";
import type { CallFacts, Compiled, Truth } from "./condition.ts";
import { unknownNames } from "./unknown-names.ts";

/** Conditions that are kept compiled; the one that was used longest ago goes first. */
const MOST_KEPT = 1_000;

const VARIABLES = ["tool", "arguments", "tenant", "agent", "thread", "context", "capabilities", "requestedBy"];

const environment = celEnv({ funcs: strings });
const kept = new Map<string, Compiled>();

/** Compiles a condition, with its names and functions looked up. */
export function compileCel(when: string): Compiled {
  const compiled = kept.get(when) ?? compile(when);
  kept.delete(when);
  kept.set(when, compiled);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return compiled;
}

function compile(when: string): Compiled {
  try {
    const parsed = parse(when);
    const functions = new Set([...environment.funcs].map((one) => one.name));
    const [unknown] = unknownNames(parsed.expr, new Set(VARIABLES), functions);
    if (unknown !== undefined) return { ok: false, message: sayUnknown(unknown, functions) };
    const evaluate = plan(environment, parsed);
    return { ok: true, condition: (facts) => truthOf(() => evaluate(bindings(facts))) };
  } catch (error) {
    // RangeError: nested deeper than anybody writes.
    return { ok: false, message: error instanceof RangeError ? "it is nested too deep" : sayFault(error) };
  }
}

function sayFault(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^<input>:1:(\d+): /, "column $1: ");
}

function sayUnknown(
  { kind, name }: { kind: "name" | "function"; name: string },
  functions: ReadonlySet<string>,
): string {
  const words = kind === "name" ? VARIABLES : [...functions].filter((one) => /^[a-z]/i.test(one));
  const meant = nearest(name, words);
  const what = kind === "name" ? "name" : "function";
  const hint =
    meant === undefined ? (kind === "name" ? `; there are ${words.join(", ")}` : "") : `; did you mean \`${meant}\`?`;
  return `there is no ${what} \`${name}\`${hint}`;
}

function bindings(facts: CallFacts): Record<string, CelInput> {
  const { tool, arguments: given, tenant, agent, thread, context, capabilities, requestedBy } = facts;
  return { tool, arguments: given, tenant, agent, thread, context, capabilities, requestedBy };
}

/** JSON has numbers of one kind, CEL of three that do not add up. */
function numbersHint(message: string): string {
  const mixed = /no matching overload/.test(message) && /double/.test(message) && /int/.test(message);
  return mixed ? "; numbers of arguments are doubles: write 1.0 for 1" : "";
}

function truthOf(evaluate: () => CelResult): Truth {
  try {
    const result = evaluate();
    if (typeof result === "boolean") return { is: result };
    return {
      failed: isCelError(result) ? result.message + numbersHint(result.message) : "it is neither true nor false",
    };
  } catch (error) {
    return { failed: sayFault(error) };
  }
}
