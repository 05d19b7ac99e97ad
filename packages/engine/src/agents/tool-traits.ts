// What deciding needs to know of a tool, taken from its descriptor and its toolset's settings when it is bound or called.

import type { ToolDescriptor } from "@haft/contract";
import type { ToolTraits, WaitEnd } from "../events/payloads.ts";

/** What is not in the descriptor: its companion, and the settings of its toolset. */
export interface ToolSurroundings {
  /** The ends that its companion wants to be called for; absent: it has no companion. */
  readonly resume?: { readonly on: readonly WaitEnd[]; readonly idempotent: boolean };
  /** Default `refuse`. */
  readonly onSourceChange?: "refuse" | "resume-original";
  /** The time-out of waits that name none, in seconds; default 7 days. */
  readonly waitSeconds?: number;
  /** Default false. */
  readonly parallel?: boolean;
  /** Default true. */
  readonly repair?: boolean;
}

/** The traits of a tool. */
export function toolTraits(tool: ToolDescriptor, surroundings: ToolSurroundings): ToolTraits {
  const { approval, annotations, capabilities } = tool;
  const { resume, onSourceChange, waitSeconds, parallel, repair } = surroundings;
  return {
    idempotent: annotations.idempotent ?? false,
    readOnly: annotations.readOnly ?? false,
    timeoutSeconds: tool.timeoutSeconds,
    resume: resume ?? null,
    onSourceChange: onSourceChange ?? "refuse",
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(approval.required ? { requiresApproval: true } : {}),
    ...(approval.reason === undefined ? {} : { approvalReason: approval.reason }),
    ...(approval.onDenied === undefined ? {} : { onDenied: approval.onDenied }),
    ...(parallel === true ? { parallel } : {}),
    ...(repair === false ? { repair } : {}),
    ...(capabilities.length === 0 ? {} : { capabilities }),
  };
}
