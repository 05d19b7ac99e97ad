// Writes one answer, and what happens instead of its end.

import type { ServerResponse } from "node:http";
import type { FormatRules } from "./format.ts";
import type { Instead, WireRefusal, WireReply } from "./reply.ts";

/** Writes it. */
export function writeReply(outgoing: ServerResponse, reply: WireReply, rules: FormatRules, model: string): void {
  if ("status" in reply) {
    refuse(outgoing, reply, rules);
    return;
  }
  const events = "events" in reply ? reply.events : rules.events(reply, model);
  const after = "events" in reply ? undefined : reply.after;
  const said = after === undefined ? events : events.slice(0, after.events);
  const bytes = Buffer.from(said.join(""));
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  outgoing.flushHeaders();
  const size = "events" in reply ? undefined : reply.chunkBytes;
  const chunks = size === undefined ? said.map((one) => Buffer.from(one)) : slices(bytes, size);
  void writeAll(outgoing, chunks, after?.instead ?? "end");
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

function slices(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
