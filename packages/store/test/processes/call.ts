// The call that the tests with several processes make.

import type { CallRequest } from "@haft/engine";

/** A call of a tool without arguments: `echo`, `ask` or `hang`. */
export function call(name: string): CallRequest {
  return {
    tenant: "local",
    toolset: "desk",
    version: "1",
    digest: "d1",
    tool: {
      name,
      description: "",
      inputSchema: { type: "object" },
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
    resume: { on: ["answer"], idempotent: false },
    arguments: {},
    requestedBy: "ada",
  };
}
