// How requests leave this process: to the address that was set and to no other, and for as long as the model's own time-out
// allows. The runtime's `fetch` gives up after five minutes of silence, which a model that thinks may need, and follows
// redirects, with which a key would travel.

import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { Readable } from "node:stream";

/** An answer that no model gives: a page. A wrong address often answers with one, and its stream would look cut short. */
export class ForeignAnswer extends Error {}

/** An address that gave no answer; the cause is what the system says. */
export class Unreachable extends Error {}

/** An answer that has no end. */
export class EndlessAnswer extends Error {}

type Fetch = typeof fetch;
type Send = (url: URL, options: RequestOptions) => ClientRequest;

/** The most that is read of one answer: the address may be a tenant's own, and a line that never ends is kept whole. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Stands in for `fetch` where the SDK sends a request: a text to an address. */
export const transport: Fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const send: Send = (url.protocol === "https:" ? await import("node:https") : await import("node:http")).request;
  const headers = Object.fromEntries(new Headers(init.headers));
  const signal = init.signal ?? undefined;
  const outgoing = send(url, { method: init.method ?? "GET", headers, ...(signal === undefined ? {} : { signal }) });
  return asResponse(await answer(outgoing, init.body));
};

function answer(outgoing: ClientRequest, body: RequestInit["body"]): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    // Stays: after the response has begun, an abort is told here too, and must not go unheard.
    outgoing.on("error", (cause) => reject(new Unreachable("no answer", { cause })));
    if (typeof body !== "string") throw new TypeError("a request to a model is text");
    outgoing.end(body);
  });
}

async function asResponse(incoming: IncomingMessage): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  if (status < 300 && headers.get("content-type")?.startsWith("text/html")) {
    incoming.destroy();
    throw new ForeignAnswer();
  }
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) incoming.destroy(new EndlessAnswer());
  });
  const bodiless = status === 204 || status === 205 || status === 304;
  if (bodiless) incoming.resume();
  return new Response(bodiless ? null : Readable.toWeb(incoming), { status, headers });
}
