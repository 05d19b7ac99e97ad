// A real HTTP server on loopback that speaks the wire formats of model providers, says what it was told to say, and
// remembers what it was asked.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { chatCompletions } from "./chat-completions.ts";
import type { FormatRules, WireFormat } from "./format.ts";
import { gemini } from "./gemini.ts";
import { messages } from "./messages.ts";
import type { WireReply } from "./reply.ts";
import { responses } from "./responses.ts";
import { writeReply } from "./write-reply.ts";

const FORMATS: readonly FormatRules[] = [chatCompletions, responses, messages, gemini];

/** How an answer ended. */
export type WireEnd = "whole" | "cut";

/** A request as it came. */
export interface WireRequest {
  readonly format: WireFormat;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body, parsed. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Settles when the connection's part in this answer is over. */
  readonly ended: Promise<WireEnd>;
}

/** Answers in the order of requests, or one made for each request. */
export type WireReplies = readonly WireReply[] | ((request: WireRequest, index: number) => WireReply);

/** A server that runs. */
export interface WireServer extends AsyncDisposable {
  /** The base URL that a client of a format is given. */
  baseUrl(format: WireFormat): string;
  /** Every request that came, in order. */
  readonly requests: readonly WireRequest[];
  /** Settles when so many requests have come, with the last of them. */
  arrived(count: number): Promise<WireRequest>;
  close(): Promise<void>;
}

/** How a server is started. */
export interface WireOptions {
  readonly replies: WireReplies;
  /** Speaks HTTPS with these. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a server on a free port of loopback. Beyond the last reply it answers 500 and says so. */
export async function startWireServer({ replies, tls }: WireOptions): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const waiting: { readonly count: number; readonly tell: (request: WireRequest) => void }[] = [];
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const rules = FORMATS.find(({ owns }) => owns(pathOf(incoming)));
    if (rules === undefined || incoming.method !== "POST") {
      outgoing.writeHead(404, { "content-type": "text/plain" }).end(`nothing at ${incoming.url}`);
      return;
    }
    const request = await record(incoming, outgoing, rules.format);
    const index = requests.push(request) - 1;
    for (const { count, tell } of waiting) if (count === requests.length) tell(request);
    const reply = (typeof replies === "function" ? replies(request, index) : replies[index]) ?? NONE_LEFT;
    writeReply(outgoing, reply, rules, modelOf(request));
  };
  const server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = tls === undefined ? "http" : "https";
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    baseUrl: (format) => `${scheme}://127.0.0.1:${port}${FORMATS.find((one) => one.format === format)?.base}`,
    requests,
    arrived(count) {
      const there = requests[count - 1];
      return there === undefined ? new Promise((tell) => waiting.push({ count, tell })) : Promise.resolve(there);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const NONE_LEFT: WireReply = { status: 500, message: "the test gave no reply for this request" };

function pathOf(incoming: IncomingMessage): string {
  return new URL(incoming.url ?? "/", "http://loopback").pathname;
}

async function record(incoming: IncomingMessage, outgoing: ServerResponse, format: WireFormat): Promise<WireRequest> {
  const ended = new Promise<WireEnd>((resolve) => {
    outgoing.once("close", () => resolve(outgoing.writableFinished ? "whole" : "cut"));
  });
  const body: unknown = JSON.parse(await text(incoming));
  return { format, path: incoming.url ?? "", headers: incoming.headers, body: { ...Object(body) }, ended };
}

/** Google names the model in the path, the others in the body. */
function modelOf({ path, body }: WireRequest): string {
  const inPath = /models\/([^/:]+):/.exec(path)?.[1];
  return inPath ?? String(body.model);
}
