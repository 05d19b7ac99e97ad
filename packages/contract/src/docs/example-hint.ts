// What to write in place of lines under an examples heading that are no JSON object.

import type { Json } from "@haft/sdk/wire";
import { isJsonObject } from "../validation/json-object.ts";
import { callLiterals, looseLiteral } from "./loose-literal.ts";
import type { NoExample } from "./read-examples.ts";

/** The arguments of a tool, and whether they are the properties of one object that is passed. */
export interface Arguments {
  readonly names: readonly string[];
  readonly inObject: boolean;
}

const CALL = /^(?:>>>\s*)?(?:await\s+|print\()?[\w.$]+\((?<arguments>.*)\)\)?;?$/s;

/** The arguments of a call that is written out with literals, by their names. */
function argumentsOfCall(line: string, { names, inObject }: Arguments): Json | undefined {
  const source = CALL.exec(line.trim())?.groups?.arguments;
  const call = source === undefined ? undefined : callLiterals(source);
  if (call === undefined) return undefined;
  const [only] = call.places;
  if (call.places.length === 1 && isJsonObject(only)) {
    // Also where several parameters are passed one by one, and the call shows them together.
    const areAll = names.length > 1 && Object.keys(only).every((name) => names.includes(name));
    if (inObject || areAll) return only;
  }
  if (call.places.length > names.length) return undefined;
  const placed = call.places.map((value, index) => [names[index] ?? "", value] as const);
  return { ...Object.fromEntries(placed), ...call.names };
}

/** The hint for lines that are no example; shows the object where it can be told from what was written. */
export function exampleHint(found: NoExample, given: Arguments): string {
  const [line = ""] = found.text.split("\n");
  const literal = found.text.startsWith("{") ? looseLiteral(found.text) : undefined;
  const value = isJsonObject(literal) ? literal : argumentsOfCall(line, given);
  if (value !== undefined) return `write the arguments as a JSON object: ${JSON.stringify(value)}`;
  const shape = `{${given.names.map((name) => `"${name}": …`).join(", ")}}`;
  return `write only the arguments, as a JSON object such as ${shape}; put anything else under another heading`;
}
