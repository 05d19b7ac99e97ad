// A model's reply at the door: nothing of it is kept before it has passed the masker (I12), and what is no text of its own
// (errors, names, ids, what it says it used) is bounded.

import { shorten } from "../../events/shorten.ts";
import type { ModelReply, ModelUsage } from "../../ports/models.ts";
import type { Masker } from "../../secrets/masker.ts";
import { admitError } from "../calls/phase.ts";

/** The longest name of a tool, and id of a call, that a model is taken at its word for, in characters. */
const LONGEST_NAME = 1_000;

/** The reply with every secret in it masked. Arguments stay text; whoever reads them reads what is kept. */
export function maskReply(reply: ModelReply, masker: Masker): ModelReply {
  if (reply.kind === "failure") return { ...reply, error: admitError(reply.error, masker) };
  return {
    ...reply,
    text: masker.text(reply.text),
    calls: reply.calls.map((call) => ({
      id: shorten(masker.text(call.id), LONGEST_NAME),
      name: shorten(masker.text(call.name), LONGEST_NAME),
      arguments: masker.text(call.arguments),
    })),
    ...(reply.carry === undefined ? {} : { carry: masker.value(reply.carry) }),
    usage: counted(reply.usage),
  };
}

/** What nobody can have used (less than nothing, no number) takes nothing off what a run has used before. */
function counted({ inputTokens, outputTokens }: ModelUsage): ModelUsage {
  return { inputTokens: tokens(inputTokens), outputTokens: tokens(outputTokens) };
}

function tokens(said: number): number {
  return said > 0 ? Math.min(Math.ceil(said), Number.MAX_SAFE_INTEGER) : 0;
}
