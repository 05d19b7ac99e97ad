// One call, from its message to its answer.

import { helperOf, isWait } from "../waits/wait.ts";
import type { CallMessage } from "../wire/messages.ts";
import type { ToolPlan } from "../wire/plan.ts";
import { liveContext } from "./context.ts";
import { Refused, wireError } from "./errors.ts";
import type { OpenCall } from "./open-call.ts";
import { resultText } from "./results.ts";
import { callTool, companion, type Exports } from "./tools.ts";

/** A loaded module and how its tools are called. */
export interface Loaded {
  readonly exports: Exports;
  readonly plans: readonly ToolPlan[];
}

/** Runs the call and answers. Never rejects. */
export async function runCall(message: CallMessage, loaded: Loaded, call: OpenCall): Promise<void> {
  try {
    const plan = planOf(message.tool, loaded.plans);
    const value = await invoke(plan, message, loaded, call);
    if (call.answered) return;
    if (isWait(value)) await park(plan, value, call);
    else finish(plan, value, call);
  } catch (error) {
    call.fail(wireError(error));
  }
}

function planOf(tool: string, plans: readonly ToolPlan[]): ToolPlan {
  const plan = plans.find((candidate) => candidate.tool === tool);
  if (plan) return plan;
  const names = plans.map((candidate) => candidate.tool).join(", ");
  throw new Refused("unknown_tool", `there is no tool ${tool} here; there are: ${names}`, "haft tools lists them");
}

async function invoke(plan: ToolPlan, message: CallMessage, loaded: Loaded, call: OpenCall): Promise<unknown> {
  const context = liveContext(message.ctx, call);
  if (message.phase === "call") return callTool(plan, loaded.exports, message.arguments ?? {}, context);
  return companion(plan, loaded.exports)(message.payload ?? null, message.meta ?? {}, context);
}

async function park(plan: ToolPlan, wait: Parameters<OpenCall["park"]>[0], call: OpenCall): Promise<void> {
  if (plan.resume) return call.park(wait);
  throw new Refused(
    "no_companion",
    `${plan.tool} returned ${helperOf(wait)}(…), and no companion is there to go on with what comes of it`,
    `add: resumes(${plan.function}, (payload, meta) => …)`,
  );
}

function finish(plan: ToolPlan, value: unknown, call: OpenCall): void {
  const [helper] = call.helpers;
  if (helper !== undefined) {
    throw new Refused(
      "wait_not_returned",
      `${plan.tool} called ${helper}(…) and returned ${value === null ? "null" : typeof value} instead of the wait it gave`,
      `write: return ${helper}(…)`,
    );
  }
  call.finish(resultText(value));
}
