// The first events of a run of kind `call`: made and checked before anything is written.

import type { ToolDescriptor } from "@haft/contract";
import { type ToolSurroundings, toolTraits } from "../agents/tool-traits.ts";
import { ENGINE_VERSION, type EventDraft } from "../events/event.ts";
import type { RunLimits, ToolTraits } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { type AdmittedArguments, admitArguments } from "../repair/admit-arguments.ts";
import type { Masker } from "../secrets/masker.ts";

/** One direct call of a tool, with the settings of its toolset. */
export interface CallRequest extends ToolSurroundings {
  readonly tenant: string;
  readonly toolset: string;
  /** The version that is called, and its digest. */
  readonly version: string;
  readonly digest: string;
  readonly tool: ToolDescriptor;
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
  /** What shows the arguments of the tool, for the hint where they do not fit; default `haft tools --schema`. */
  readonly toSeeArguments?: string;
  /** The same key with the same call gives the run that it made. */
  readonly idempotencyKey?: string;
  /** The machine that has its files; default: any. */
  readonly place?: string;
}

/** The first events: the run, its call, and why it does not run where its arguments do not fit. */
export function firstEvents(
  request: CallRequest,
  ids: { readonly callId: string; readonly threadId: string },
  masker: Masker,
): readonly EventDraft[] {
  const { tenant, toolset, version, digest, tool, requestedBy } = request;
  const { callId } = ids;
  const traits = masked(toolTraits(tool, request), masker);
  const given = masker.value(request.arguments);
  const admitted = admitArguments(tool, traits, given);
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
        traits,
      },
    },
    ...repairOrRefusal(request, callId, admitted),
  ];
}

/** An author may have written down what is secret. */
function masked(traits: ToolTraits, masker: Masker): ToolTraits {
  const { approvalReason: reason } = traits;
  return reason === undefined ? traits : { ...traits, approvalReason: masker.text(reason) };
}

/** What was repaired; arguments that do not fit settle the call before anything else is asked. */
function repairOrRefusal(
  { toSeeArguments = "haft tools --schema" }: CallRequest,
  callId: string,
  admitted: AdmittedArguments,
): readonly EventDraft[] {
  if (!admitted.ok) {
    const { message, isSchemaFault } = admitted;
    const hint = isSchemaFault ? {} : { hint: `its arguments: ${toSeeArguments}` };
    const error = { type: "invalid_arguments", message, ...hint };
    return [{ type: "tool.result", data: { callId, ok: false, error, durationMs: 0 } }];
  }
  const { changes, arguments: repaired } = admitted;
  return changes.length === 0 ? [] : [{ type: "arguments.repaired", data: { callId, changes, arguments: repaired } }];
}
