// A model's reply at the door: nothing of it is kept before it has passed the masker (I12).

import type { ModelReply } from "../../ports/models.ts";
import type { Masker } from "../../secrets/masker.ts";

/** The reply with every secret in it masked. Arguments stay text; whoever reads them reads what is kept. */
export function maskReply(reply: ModelReply, masker: Masker): ModelReply {
  if (reply.kind === "failure") {
    const { type, message, hint } = reply.error;
    const error = { type: masker.text(type), message: masker.text(message) };
    return { ...reply, error: hint === undefined ? error : { ...error, hint: masker.text(hint) } };
  }
  return {
    ...reply,
    text: masker.text(reply.text),
    calls: reply.calls.map((call) => ({
      id: masker.text(call.id),
      name: masker.text(call.name),
      arguments: masker.text(call.arguments),
    })),
    ...(reply.carry === undefined ? {} : { carry: masker.value(reply.carry) }),
  };
}
