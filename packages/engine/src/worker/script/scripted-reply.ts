// A step of a script in the place of a model's response.

import type { ScriptStep } from "../../events/payloads.ts";
import type { ModelCall, ModelReply } from "../../ports/models.ts";

/** A model's response. */
export type Response = Extract<ModelReply, { kind: "response" }>;

const NO_USAGE = Object.freeze({ inputTokens: 0, outputTokens: 0 });

/** What the step makes the model say; null: the step is none of the model's. */
export function scriptedReply(step: ScriptStep | undefined, modelStep: number): Response | null {
  switch (step?.type) {
    case "tool.call":
      return calls([step], modelStep);
    case "tool.calls":
      return calls(step.calls, modelStep);
    case "assistant.output":
      return { kind: "response", text: step.content, calls: [], finishReason: "stop", usage: NO_USAGE };
    default:
      return null;
  }
}

function calls(
  asked: readonly Pick<Extract<ScriptStep, { type: "tool.call" }>, "toolName" | "arguments">[],
  modelStep: number,
): Response {
  const made = asked.map(
    ({ toolName, arguments: given }, index): ModelCall => ({
      id: `script_${modelStep}_${index + 1}`,
      name: toolName,
      arguments: JSON.stringify(given),
    }),
  );
  return { kind: "response", text: "", calls: made, finishReason: "tool-calls", usage: NO_USAGE };
}
