// Messages of a call, validated on arrival.

import type { FromCall, JsonObject } from "@haft/sdk/wire";
import { fault, integer, json, object, oneOf, optionalText, text, wireError } from "./fields.ts";

const MAX_REQUEST_ID = 2 ** 53 - 1;

/** The message, or a `WireFault`. */
export function callMessage(message: JsonObject): FromCall {
  const callId = optionalText(message, "callId", 1_000);
  const whose = callId === undefined ? {} : { callId };
  switch (message.type) {
    case "result":
      return { type: "result", ...whose, value: json(message, "value") };
    case "error":
      return { type: "error", ...whose, error: wireError(message, "error") };
    case "yield":
      return {
        type: "yield",
        ...whose,
        kind: oneOf(message, "kind", ["answer", "time", "files", "signal"]),
        params: object(message, "params"),
        meta: object(message, "meta"),
      };
    case "log":
      return {
        type: "log",
        ...whose,
        level: oneOf(message, "level", ["info", "warning"]),
        text: text(message, "text"),
      };
    case "progress":
      return { type: "progress", ...whose, ...progress(message) };
    case "request":
      return {
        type: "request",
        ...whose,
        id: integer(message, "id", 0, MAX_REQUEST_ID),
        op: oneOf(message, "op", [
          "secret",
          "artifact.read",
          "artifact.write",
          "artifact.list",
          "files.state",
          "signal.url",
        ]),
        params: object(message, "params"),
      };
    default:
      throw fault(message, "type");
  }
}

function progress(message: JsonObject): { fraction?: number; message?: string } {
  const fraction = message.fraction;
  if (fraction !== undefined && typeof fraction !== "number") throw fault(message, "fraction");
  const said = optionalText(message, "message");
  return { ...(fraction === undefined ? {} : { fraction }), ...(said === undefined ? {} : { message: said }) };
}
