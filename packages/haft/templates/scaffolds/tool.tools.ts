import { tool } from "haft";

// A tool is an exported function of a file that ends in .tools.ts. Its name is the tool's name, its comment the contract:
// - a first paragraph that says what it does;
// - a paragraph that begins with "Use when", which tells the model when to call it;
// - one @param for each parameter.
// Every parameter has a type, or a default that shows it; one with a default is optional. A parameter named `ctx` is
// filled in by Haft.
// Delete these comments once the shape is familiar; `haft explain CODE` tells more about a message of `haft check`.

/**
 * Repeat a text.
 *
 * Use when a text is needed several times.
 *
 * @param text - What to repeat.
 * @param times - How often. @integer @minimum 0
 * @example {"text": "ha", "times": 3}
 */
export function {{name}}(text: string, times = 1): string {
  return text.repeat(times);
}

// Options stand in a statement of their own, for example timeoutSeconds, capabilities, approval or destructive.
tool({{name}}, { readOnly: true });
