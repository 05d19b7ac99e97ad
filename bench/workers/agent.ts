// The agent of the workers' benchmark: one tool, which its worker runs in its own process, and a model at an address.

import type { AgentDefinition, Runner, Toolbox } from "@haft/engine";
import { inProcessRunner } from "../calls/bench-engine.ts";
import { waitingCall } from "../waits/tool.ts";

/** Model steps of a run; all but the last call the tool. */
export const STEPS = 10;

/** The agent. */
export const AGENT: AgentDefinition = {
  id: "bench",
  instructions: "Note every step.",
  model: "default",
  tools: [{ toolset: "bench" }],
  limits: { maxSteps: STEPS + 1 },
};

/** Its one tool. */
export const toolbox: Toolbox = {
  async discover() {
    const { tool, toolset, version, digest } = waitingCall("note");
    const traits = {
      idempotent: false,
      readOnly: false,
      timeoutSeconds: tool.timeoutSeconds,
      resume: null,
      onSourceChange: "refuse",
    } as const;
    return { tools: [{ name: tool.name, toolset, version, digest, descriptor: tool, traits }], missing: [] };
  },
};

/** Runs the tool. */
export function noteRunner(): Runner {
  return inProcessRunner(async () => ({ kind: "result", value: "noted" }));
}
