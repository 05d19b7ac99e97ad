// A tool as a definition. `inputSchema` is JSON Schema here; a Zod schema does as well (npm install zod).

import { defineTool } from "haft";

export default defineTool({
  name: "add",
  description: "Add two numbers. Use when a sum has to be exact.",
  inputSchema: {
    type: "object",
    properties: {
      a: { type: "number", description: "The first number." },
      b: { type: "number", description: "The second number.", default: 0 },
    },
    required: ["a"],
    additionalProperties: false,
  },
  capabilities: [],
  approval: { required: false },
  readOnly: true,
  handler: ({ a, b = 0 }: { a: number; b?: number }) => a + b,
});
