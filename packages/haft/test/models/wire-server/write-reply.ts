// Writes one answer, and what happens instead of its end.

import type { ServerResponse } from "node:http";
import type { FormatRules } from "./format.ts";
import type { Instead, WireRaw, WireRefusal, WireReply, WireResponse } from "./reply.ts";

/** Writes it. */
export function writeReply(outgoing: ServerResponse, reply: WireReply, rules: FormatRules, model: string): void {
  if ("status" in reply) {
    refuse(outgoing, reply, rules);
    return;
  }
  const { chunks, instead } = "events" in reply ? raw(reply) : streamed(reply, rules.events(reply, model));
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  outgoing.flushHeaders();
  void writeAll(outgoing, chunks, instead);
}

function raw({ events, instead = "end" }: WireRaw) {
  return { chunks: events.map((one) => Buffer.from(one)), instead };
}

function streamed({ after, chunkBytes }: WireResponse, events: readonly string[]) {
  const said = after === undefined ? events : events.slice(0, after.events);
  const chunks = chunkBytes === undefined ? said.map((one) => Buffer.from(one)) : slices(said.join(""), chunkBytes);
  return { chunks, instead: after?.instead ?? ("end" as const) };
}

function refuse(outgoing: ServerResponse, refusal: WireRefusal, rules: FormatRules): void {
  const body = refusal.body ?? rules.error(refusal);
  const type = typeof body === "string" ? "text/plain" : "application/json";
  outgoing.writeHead(refusal.status, { "content-type": type, ...refusal.headers });
  outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Each piece leaves alone: the next is written when it is out. */
async function writeAll(outgoing: ServerResponse, chunks: readonly Buffer[], instead: Instead): Promise<void> {
  for (const chunk of chunks) await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()));
  if (instead === "end") outgoing.end();
  if (instead === "break") outgoing.socket?.resetAndDestroy();
}

function slices(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
