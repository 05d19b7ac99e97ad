// The tools of a simulation: what each is said to be, and what its phases come to.

import type { BoundTool, JsonObject, PhaseInput, PhaseOutcome, RunnerCall } from "../../src/index.ts";
import { bound } from "../harness/fake-toolbox.ts";
import type { Random } from "./random.ts";

const ALL_ENDS = { on: ["answer", "timeout", "cancel"] as const, idempotent: false };
const SCHEMA: JsonObject = {
  type: "object",
  properties: { x: { type: "integer" }, key: { type: "string" } },
  additionalProperties: false,
};

/** Every kind of tool that the engine treats differently. */
export const SIM_TOOLS: readonly BoundTool[] = [
  bound("look", { readOnly: true }, SCHEMA),
  bound("write", { resume: null }, SCHEMA),
  bound("put", { idempotent: true }, SCHEMA),
  bound("pay", { requiresApproval: true, approvalReason: "money" }, SCHEMA),
  bound("drop", { requiresApproval: true, onDenied: "fail", capabilities: ["destructive"] }, SCHEMA),
  bound("ask", { resume: ALL_ENDS }, SCHEMA),
  bound("nap", { resume: { on: ["answer"], idempotent: true } }, SCHEMA),
  bound("hear", { resume: ALL_ENDS, readOnly: true }, SCHEMA),
  bound("free", { parallel: true, resume: ALL_ENDS }, SCHEMA),
];

/** The keys that are signalled. */
export const KEYS: readonly string[] = ["a", "b"];

/** What a phase comes to. */
export function play(random: Random, { tool }: RunnerCall, input: PhaseInput): PhaseOutcome {
  if (random.chance(0.06)) return { kind: "error", error: { type: "ValueError", message: `${tool} failed` } };
  const again = input.phase === "resume" && random.chance(0.75);
  if (!again && ["ask", "nap", "hear", "free"].includes(tool)) return waits(random, tool);
  return { kind: "result", value: { tool, phase: input.phase, n: random.below(1_000_000) } };
}

function waits(random: Random, tool: string): PhaseOutcome {
  const timeoutSeconds = 10 + random.below(300);
  switch (random.chance(0.1) ? "nap" : tool) {
    case "ask":
    case "free":
      return { kind: "yield", wait: "answer", params: { question: "Which?", timeoutSeconds }, meta: { n: 1 } };
    case "hear":
      return { kind: "yield", wait: "signal", params: { key: random.pick(KEYS), timeoutSeconds }, meta: {} };
    default:
      return { kind: "yield", wait: "time", params: { seconds: random.below(100) }, meta: {} };
  }
}
