// What a script does for the outside: answers, votes, signals and the clock, when nothing else of its run can go on.

import type { ScriptStep } from "../events/payloads.ts";
import type { Effect, OutsideStep } from "./effects.ts";
import { failEvents } from "./ending.ts";
import { isNamed } from "./failures.ts";
import type { AgentState, CallState, RunState } from "./run-state.ts";

/** Whether a step stands for the outside; the others are what a model would say. */
export function isOutsideStep(step: ScriptStep): step is OutsideStep {
  return step.type !== "tool.call" && step.type !== "tool.calls" && step.type !== "assistant.output";
}

/** The next step for the outside; nothing where the script has another one, or none: then its waits stay open. */
export function decideScript(state: RunState, script: readonly ScriptStep[], agent: AgentState): readonly Effect[] {
  const index = agent.scriptStep;
  const step = script[index];
  if (step === undefined || !isOutsideStep(step)) return [];
  const waits = openWaits(state);
  const wait = waits.filter((open) => isFor(step, open)).sort(byAge)[0];
  if (wait === undefined)
    return [{ kind: "append", key: "end", events: failEvents(state, noWait(step, index, waits)) }];
  const waitId = step.type === "advance" ? null : wait.waitId;
  return [{ kind: "script", key: `script:${index}`, index, step, waitId }];
}

interface Open {
  readonly call: CallState;
  readonly waitId: string;
  readonly kind: string;
  readonly openedAt: number;
  readonly key: string | null;
}

function openWaits({ calls }: RunState): readonly Open[] {
  return Object.values(calls).flatMap((call): readonly Open[] => {
    const { phase } = call;
    if (phase.at === "parked") {
      const { waitId, kind, openedAt, key } = phase.wait;
      return [{ call, waitId, kind, openedAt, key }];
    }
    if (phase.at !== "asked") return [];
    return [{ call, waitId: phase.waitId, kind: "approval", openedAt: phase.openedAt, key: null }];
  });
}

function isFor(step: OutsideStep, { call, kind, key }: Open): boolean {
  switch (step.type) {
    case "advance":
      return true;
    case "signal":
      return kind === "signal" && (key === step.key || key === `${call.toolset}/${step.key}`);
    case "answer":
      return kind === "answer" && isMeant(step, call);
    case "approve":
    case "deny":
      return kind === "approval" && isMeant(step, call);
  }
}

function isMeant({ tool, call: id }: { readonly tool?: string; readonly call?: string }, call: CallState): boolean {
  return (
    (tool === undefined || isNamed(call, tool)) &&
    (id === undefined || id === call.callId || id === call.providerCallId)
  );
}

function byAge(a: Open, b: Open): number {
  return a.openedAt - b.openedAt || a.call.ordinal - b.call.ordinal;
}

function noWait(
  step: OutsideStep,
  index: number,
  waits: readonly Open[],
): { type: string; message: string; hint: string } {
  const open = waits.map(({ call, kind }) => `${kind} of \`${call.toolset}/${call.tool}\``).join(", ");
  const meant = [
    "tool" in step ? `tool \`${step.tool}\`` : "",
    "call" in step ? `call \`${step.call}\`` : "",
    step.type === "signal" ? `key \`${step.key}\`` : "",
  ].filter((part) => part !== "");
  const what = [`\`${step.type}\``, ...meant].join(", ");
  return {
    type: "script_failed",
    message: `step ${index + 1} of the script (${what}) finds no wait that it is for; open: ${open === "" ? "none" : open}`,
    hint: "put the step behind the call that waits, and name a tool or key that does",
  };
}
