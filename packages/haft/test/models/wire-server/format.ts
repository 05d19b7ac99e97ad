// What a wire format is to the server: where it is asked, and how it says things.

import type { WireRefusal, WireResponse } from "./reply.ts";

/** The formats that model providers speak. */
export type WireFormat = "chat-completions" | "responses" | "messages" | "gemini";

/** One format. */
export interface FormatRules {
  readonly format: WireFormat;
  /** What follows the server's own address in the base URL of a client. */
  readonly base: string;
  /** Whether a path is this format's. */
  owns(path: string): boolean;
  /** The events of a response, each with its end. */
  events(response: WireResponse, model: string): readonly string[];
  /** The body of a refusal. */
  error(refusal: WireRefusal): object;
}

/** One event of a stream. */
export function event(data: object | string, name?: string): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}
