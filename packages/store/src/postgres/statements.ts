// Statements with named parameters as PostgreSQL wants them: spelled, numbered, and prepared under a name. Each is
// translated once.

import { type Dialect, spell } from "../database/dialect.ts";
import type { Parameters, Value } from "../database/work.ts";
import { storedText } from "./text.ts";

/** A statement that a connection prepares at its first use. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** Finds the statement for a text and its parameters. */
export type Statements = (sql: string, parameters: Parameters) => Statement;

interface Translated {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
}

/** Texts in quotes and casts, which hold colons of their own, and parameters. */
const TOKENS = /'[^']*'|"[^"]*"|::|:([A-Za-z_]\w*)/g;

/** Statements of one dialect, each with a name that no other has. */
export function statementsOf(dialect: Dialect): Statements {
  const known = new Map<string, Translated>();
  return (sql, parameters) => {
    let statement = known.get(sql);
    if (statement === undefined) {
      statement = { name: `haft_${known.size + 1}`, ...number(spell(dialect, sql)) };
      known.set(sql, statement);
    }
    const { name, text } = statement;
    return { name, text, values: statement.parameters.map((parameter) => written(parameters, parameter, sql)) };
  };
}

/** `:name` becomes `$1`, the same number wherever the name stands. */
export function number(sql: string): { readonly text: string; readonly parameters: readonly string[] } {
  const parameters: string[] = [];
  const text = sql.replace(TOKENS, (token, name: string | undefined) => {
    if (name === undefined) return token;
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  return { text: text.trim(), parameters };
}

function written(parameters: Parameters, name: string, sql: string): string | null {
  const value: Value | undefined = parameters[name];
  if (value === undefined) throw new TypeError(`no value was given for :${name} in ${sql}`);
  if (value === null) return null;
  return typeof value === "number" ? String(value) : storedText(value);
}
