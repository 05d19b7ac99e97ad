// The contract of a tool of the benchmarks that waits, for runners that run it in this process.

import type { ToolDescriptor } from "@haft/contract";
import type { CallRequest } from "@haft/engine";

/** A call of a tool that may wait, as the engine is asked for it. */
export function waitingCall(name: string, given: Partial<CallRequest> = {}): CallRequest {
  return {
    tenant: "local",
    toolset: "bench",
    version: "1",
    digest: "bench",
    tool: descriptor(name),
    resume: { on: ["answer"], idempotent: false },
    arguments: {},
    requestedBy: "bench",
    ...given,
  };
}

function descriptor(name: string): ToolDescriptor {
  return {
    name,
    description: "Waits, and goes on.",
    inputSchema: { type: "object" },
    examples: [],
    yields: true,
    timeoutSeconds: 30,
    capabilities: [],
    approval: { required: false },
    annotations: {},
    language: "typescript",
    function: name,
    resumeFunction: `${name}_resume`,
    takesContext: false,
    location: { file: "bench.ts", line: 1, endLine: 1 },
  };
}
