// Asks a person what a parked call asks.

import type { Json } from "@haft/sdk/wire";
import type { Paint } from "../output/paint.ts";
import { plainText } from "../output/plain-text.ts";
import type { Wait } from "../session/wait.ts";
import { type Asking, askChoice, askValue, UNANSWERED } from "./ask-value.ts";
import { terminalReader } from "./line-reader.ts";

/** `later`: the person ended the prompt, or `signal` did. */
export type Answer = { readonly kind: "given"; readonly value: Json } | { readonly kind: "later" };

/** The streams that questions and answers go through. */
export interface Conversation {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Shows the question of a wait and reads the answer. */
export async function ask(wait: Wait, streams: Conversation, paint: Paint, signal: AbortSignal): Promise<Answer> {
  using reader = terminalReader(streams.stdin, streams.stderr, signal);
  // Awaited here, so that the reader is not closed before the answer is there.
  return await askWith(wait, { reader, paint, say: (text) => void streams.stderr.write(text) });
}

/** The same with any reader of lines. */
export async function askWith(wait: Wait, asking: Asking): Promise<Answer> {
  const { paint } = asking;
  asking.say(`${paint.strong(plainText(wait.prompt ?? "An answer is asked for."))}\n`);
  asking.say(
    `${paint.quiet(`${wait.tool} asks · ${wait.id} · Ctrl-D answers later; the answer is logged, so type no secret`)}\n`,
  );
  const value = wait.choices
    ? await askChoice(wait.choices, asking)
    : await askValue(wait.schema ?? { type: "string" }, wait.schema ?? {}, asking);
  return value === UNANSWERED ? { kind: "later" } : { kind: "given", value };
}
