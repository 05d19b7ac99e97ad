// `tool(fn, { … })`: options for a tool of the module.

import type { OptionModel, StrayOptions } from "../../model/function.ts";
import { type Source, spanOf, textOf } from "../source.ts";
import { type HaftStatement, plainName } from "./haft-statements.ts";
import { readOptions } from "./option-list.ts";

/** The options of each tool by the function's name, and what belongs to none. */
export interface ToolOptions {
  readonly byFunction: ReadonlyMap<string, readonly OptionModel[]>;
  readonly stray: readonly StrayOptions[];
}

/** Reads the statements. `tools` are the names of the functions that are tools. */
export function toolOptions(
  source: Source,
  statements: readonly HaftStatement[],
  tools: ReadonlySet<string>,
): ToolOptions {
  const byFunction = new Map<string, readonly OptionModel[]>();
  const stray: StrayOptions[] = [];
  for (const { calls, statement, arguments: given } of statements) {
    if (calls !== "tool") continue;
    const [first, ...rest] = given;
    const name = plainName(first);
    const target = name ?? (first === undefined ? "" : textOf(first));
    if (name === undefined || !tools.has(name)) stray.push({ span: spanOf(statement), target, reason: "not-a-tool" });
    else if (byFunction.has(name)) stray.push({ span: spanOf(statement), target, reason: "twice" });
    else byFunction.set(name, readOptions(source, rest));
  }
  return { byFunction, stray };
}
