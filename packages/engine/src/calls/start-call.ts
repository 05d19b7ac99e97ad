// The first events of a run of kind `call`: made and checked before anything is written.

import type { ToolDescriptor } from "@haft/contract";
import { BadSchema, validate } from "@haft/contract/validation";
import { ENGINE_VERSION, type EventDraft } from "../events/event.ts";
import type { CallError, RunLimits, ToolTraits, WaitEnd } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Masker } from "../secrets/masker.ts";

/** One direct call of a tool. */
export interface CallRequest {
  readonly tenant: string;
  readonly toolset: string;
  /** The version that is called, and its digest. */
  readonly version: string;
  readonly digest: string;
  readonly tool: ToolDescriptor;
  /** The ends that its companion wants to be called for; absent: it has no companion. */
  readonly resume?: { readonly on: readonly WaitEnd[]; readonly idempotent: boolean };
  readonly arguments: JsonObject;
  readonly requestedBy: string;
  /** Handed to the tool unchanged; absent: nothing. */
  readonly context?: Json;
  readonly config?: JsonObject;
  /** What the host needs to run the call again in the same way, handed to the runner unread. Must hold no secret. */
  readonly settings?: JsonObject;
  /** Default: a thread of its own. */
  readonly threadId?: string;
  readonly limits?: RunLimits;
  /** Default `refuse`. */
  readonly onSourceChange?: "refuse" | "resume-original";
  /** The time-out of waits that name none, in seconds; default 7 days. */
  readonly waitSeconds?: number;
  /** What shows the arguments of the tool, for the hint where they do not fit; default `haft tools --schema`. */
  readonly toSeeArguments?: string;
  /** The same key with the same call gives the run that it made. */
  readonly idempotencyKey?: string;
}

/** The first events: the run, its call, and why it does not run where its arguments do not fit. */
export function firstEvents(
  request: CallRequest,
  ids: { readonly callId: string; readonly threadId: string },
  masker: Masker,
): readonly EventDraft[] {
  const { tenant, toolset, version, digest, tool, requestedBy } = request;
  const { callId } = ids;
  const given = masker.value(request.arguments);
  return [
    {
      type: "run.created",
      data: {
        kind: "call",
        tenant,
        thread: ids.threadId,
        tool: `${toolset}/${tool.name}`,
        ...(request.context === undefined ? {} : { context: masker.value(request.context) }),
        ...(request.config === undefined ? {} : { config: masker.value(request.config) }),
        ...(request.settings === undefined ? {} : { settings: masker.value(request.settings) }),
        limits: request.limits ?? {},
        requestedBy,
        engine: ENGINE_VERSION,
      },
    },
    {
      type: "tool.called",
      data: {
        callId,
        ordinal: 1,
        tool: tool.name,
        toolset,
        version,
        digest,
        arguments: given,
        traits: traits(request),
      },
    },
    ...refusal(request, callId, given),
  ];
}

function traits({ tool, resume, onSourceChange, waitSeconds }: CallRequest): ToolTraits {
  return {
    idempotent: tool.annotations.idempotent ?? false,
    readOnly: tool.annotations.readOnly ?? false,
    timeoutSeconds: tool.timeoutSeconds,
    resume: resume ?? null,
    onSourceChange: onSourceChange ?? "refuse",
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(tool.approval.required ? { requiresApproval: true } : {}),
  };
}

/** Arguments that do not fit settle the call before anything else is asked. */
function refusal(request: CallRequest, callId: string, given: JsonObject): readonly EventDraft[] {
  const error = misfit(request, given);
  return error === null ? [] : [{ type: "tool.result", data: { callId, ok: false, error, durationMs: 0 } }];
}

function misfit({ tool, toSeeArguments = "haft tools --schema" }: CallRequest, given: JsonObject): CallError | null {
  try {
    const checked = validate(tool.inputSchema, given);
    if (checked.ok) return null;
    return {
      type: "invalid_arguments",
      message: `the arguments of \`${tool.name}\` do not fit: ${checked.issues.map((issue) => issue.message).join("; ")}`,
      hint: `its arguments: ${toSeeArguments}`,
    };
  } catch (error) {
    if (!(error instanceof BadSchema)) throw error;
    return { type: "invalid_arguments", message: `the schema of \`${tool.name}\` is none: ${error.message}` };
  }
}
