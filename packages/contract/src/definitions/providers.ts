// Keywords of a definition's schema that the strict mode of the provider named refuses (802).

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { isProvider } from "../providers/provider-rules.ts";
import { strictRefusals } from "../providers/strict-refusals.ts";
import type { Faults } from "./faults.ts";

/** Warns of each keyword at its place. */
export function checkProvider(schema: JsonSchema, provider: string | undefined, faults: Faults): void {
  if (provider === undefined || !isProvider(provider)) return;
  for (const { path, keyword, what } of strictRefusals(schema, provider) ?? []) {
    if (keyword === undefined) continue;
    const [parameter] = path;
    const where = parameter === undefined ? "" : ` in the parameter \`${parameter}\``;
    faults.add({
      field: "inputSchema",
      path: path.map((name) => `.${name}`).join(""),
      code: "HAFT802",
      message: `${faults.subject}: the strict mode of ${provider} refuses ${what}${where}`,
      hint: `the tool is offered to ${provider} without strict mode; take the constraint out to have it`,
      parameter,
    });
  }
}
