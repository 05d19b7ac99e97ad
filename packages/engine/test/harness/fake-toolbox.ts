// The tools of an agent, as a test wants them.

import type { BoundTool, DiscoveredTools, JsonObject, Toolbox, ToolTraits } from "../../src/index.ts";

/** A tool under its own name, with an argument `x` that is an integer. */
export function bound(
  name: string,
  traits: Partial<ToolTraits> = {},
  inputSchema: JsonObject = { type: "object", properties: { x: { type: "integer" } }, additionalProperties: false },
): BoundTool {
  return {
    name,
    toolset: "desk",
    version: "1",
    digest: "d1",
    descriptor: {
      name,
      description: `Does ${name}.`,
      inputSchema,
      examples: [],
      yields: true,
      timeoutSeconds: 30,
      capabilities: [],
      approval: { required: false },
      annotations: {},
      language: "python",
      function: name,
      takesContext: false,
      location: { file: "desk.py", line: 1, endLine: 2 },
    },
    traits: {
      idempotent: false,
      readOnly: false,
      timeoutSeconds: 30,
      resume: { on: ["answer"], idempotent: false },
      onSourceChange: "refuse",
      ...traits,
    },
  };
}

/** Gives the tools that it has; all agents are given the same. */
export class FakeToolbox implements Toolbox {
  tools: readonly BoundTool[] = [];
  missing: DiscoveredTools["missing"] = [];
  /** How often it was asked. */
  discovered = 0;

  async discover(): Promise<DiscoveredTools> {
    this.discovered += 1;
    return { tools: this.tools, missing: this.missing };
  }
}
