// The calls of a response at the door: which tool each means, and its arguments parsed strictly, repaired and validated.
// What cannot be a call is one nevertheless, with its error as its result: the model is told, and goes on.

import { nearest } from "@haft/contract";
import { parseStrictJson } from "@haft/contract/validation";
import type { EventDraft } from "../../events/event.ts";
import type { CallError, ToolTraits } from "../../events/payloads.ts";
import { shorten } from "../../events/shorten.ts";
import { isObject, type Json } from "../../json/json.ts";
import type { ModelCall } from "../../ports/models.ts";
import type { BoundTool } from "../../ports/toolbox.ts";
import { admitArguments } from "../../repair/admit-arguments.ts";
import type { Masker } from "../../secrets/masker.ts";
import type { AdmitEffect } from "../../state/effects.ts";
import { CUT_SHORT } from "../../state/failures.ts";

/** What the door knows. */
export interface Door {
  /** As the model was shown them. */
  readonly tools: readonly BoundTool[];
  readonly masker: Masker;
  /** A script may name a tool as its author does. */
  readonly scripted: boolean;
  callId(ordinal: number): string;
}

/** Tools that are named to a model which asked for one that there is not. */
const MOST_LISTED = 20;

/** What a tool is taken for that there is not. */
const NO_TRAITS: ToolTraits = Object.freeze({
  idempotent: false,
  readOnly: false,
  timeoutSeconds: 0,
  resume: null,
  onSourceChange: "refuse",
});

/** The events that write the calls down. */
export function admitCalls({ calls, step, cutShort }: AdmitEffect, door: Door): readonly EventDraft[] {
  return calls.flatMap((call, index) => {
    const ordinal = index + 1;
    const callId = door.callId(ordinal);
    const bound = findTool(door, call.name);
    const common = { callId, providerCallId: call.id, step, offeredAs: call.name, ordinal };
    if (bound === undefined)
      return [...unknown(common, call, door), result(callId, unknownTool(call.name, door.tools))];
    const { toolset, version, digest, descriptor, traits } = bound;
    const named = { ...common, tool: descriptor.name, toolset, version, digest, traits };
    return admit(named, call, bound, { masker: door.masker, cutShort });
  });
}

type Named = Omit<Extract<EventDraft, { type: "tool.called" }>["data"], "arguments" | "sent">;

function admit(
  named: Named,
  call: ModelCall,
  { descriptor, traits }: BoundTool,
  { masker, cutShort }: { readonly masker: Masker; readonly cutShort: boolean },
): readonly EventDraft[] {
  const { callId } = named;
  // What is no object is kept with the call for who looks; the model's response has the whole.
  const sent: EventDraft = { type: "tool.called", data: { ...named, sent: shorten(call.arguments) } };
  if (cutShort) return [sent, result(callId, shortened(descriptor.name))];
  const parsed = parseArguments(call.arguments);
  if (!parsed.ok) return [sent, misfit(callId, `the arguments of \`${descriptor.name}\` ${parsed.message}`)];
  const given = masker.value(parsed.value);
  const called: EventDraft = isObject(given) ? { type: "tool.called", data: { ...named, arguments: given } } : sent;
  const admitted = admitArguments(descriptor, traits, given);
  if (!admitted.ok) return [called, misfit(callId, admitted.message)];
  const { changes } = admitted;
  if (changes.length === 0) return [called];
  return [called, { type: "arguments.repaired", data: { callId, changes, arguments: admitted.arguments } }];
}

function findTool({ tools, scripted }: Door, name: string): BoundTool | undefined {
  return tools.find((tool) => tool.name === name) ?? (scripted ? namedByAuthor(tools, name) : undefined);
}

/** The one tool that has this name, or id, by its author. */
function namedByAuthor(tools: readonly BoundTool[], name: string): BoundTool | undefined {
  const named = tools.filter(({ toolset, descriptor }) =>
    [descriptor.name, `${toolset}/${descriptor.name}`].includes(name),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** No text at all is what some models send for a tool without arguments. */
function parseArguments(text: string): { ok: true; value: Json } | { ok: false; message: string } {
  if (text.trim() === "") return { ok: true, value: {} };
  const parsed = parseStrictJson(text);
  if (parsed.ok) return { ok: true, value: parsed.value };
  return { ok: false, message: `are no JSON: ${parsed.message} (line ${parsed.line}, column ${parsed.column})` };
}

function result(callId: string, error: CallError): EventDraft {
  return { type: "tool.result", data: { callId, ok: false, error, durationMs: 0 } };
}

function misfit(callId: string, message: string): EventDraft {
  return result(callId, { type: "invalid_arguments", message });
}

function shortened(tool: string): CallError {
  return {
    type: CUT_SHORT,
    message: `the response was cut short, so \`${tool}\` was not called: ask for less at once`,
  };
}

function unknown(
  common: Pick<Named, "callId" | "providerCallId" | "step" | "offeredAs" | "ordinal">,
  call: ModelCall,
  { masker }: Door,
): readonly EventDraft[] {
  const parsed = parseArguments(call.arguments);
  const given =
    parsed.ok && isObject(parsed.value) ? { arguments: masker.value(parsed.value) } : { sent: shorten(call.arguments) };
  const nothing = { tool: call.name, toolset: "", version: "", digest: "", traits: NO_TRAITS };
  return [{ type: "tool.called", data: { ...common, ...nothing, ...given } }];
}

function unknownTool(name: string, tools: readonly BoundTool[]): CallError {
  const names = tools.map((tool) => tool.name);
  const near = namedByAuthor(tools, name)?.name ?? nearest(name, names);
  const listed = names.length > MOST_LISTED ? [...names.slice(0, MOST_LISTED), "…"] : names;
  const hint = near === undefined ? `the tools are ${listed.join(", ") || "none"}` : `did you mean \`${near}\`?`;
  return { type: "unknown_tool", message: `there is no tool \`${name}\`: ${hint}` };
}
