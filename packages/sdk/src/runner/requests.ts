// Requests to the outside and their replies.

import type { Json, JsonObject } from "../wire/json.ts";
import type { RequestOperation } from "../wire/messages.ts";
import { type Message, send } from "./frames.ts";
import { Listening } from "./socket.ts";

interface Waiting {
  readonly resolve: (value: Json) => void;
  readonly reject: (error: Error) => void;
}

let listening: Listening | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();
let otherwise: (message: Message) => void = () => {};

/** From now on messages are heard as they come; what is no reply goes to `hear`. */
export function listen(hear: (message: Message) => void): Listening {
  otherwise = hear;
  listening ??= new Listening(receive);
  return listening;
}

function receive(message: Message): void {
  const asked = message.type === "reply" && typeof message.id === "number" ? waiting.get(message.id) : undefined;
  if (asked === undefined) {
    if (message.type !== "reply") otherwise(message);
    return;
  }
  waiting.delete(Number(message.id));
  listening?.release();
  if (message.ok === true) asked.resolve((message.value ?? null) as Json);
  else asked.reject(refusal(message.error));
}

/** An Error whose `name` is the type and whose `code` too, where it is one of Haft's own. */
function refusal(error: unknown): Error {
  const { type, message } = (error ?? {}) as { type?: unknown; message?: unknown };
  const found = new Error(typeof message === "string" ? message : "the request was refused");
  if (typeof type !== "string") return found;
  if (/^[a-z]/.test(type)) return Object.assign(found, { code: type });
  if (type !== "Error") found.name = type;
  return found;
}

/** Asks for what only the outside can do. Rejects with an Error that says what was refused. */
export function request(op: RequestOperation, params: JsonObject, callId: string | undefined): Promise<Json> {
  const listener = listening ?? listen(() => {});
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    listener.hold();
    send({ type: "request", ...(callId === undefined ? {} : { callId }), id, op, params });
  });
}
