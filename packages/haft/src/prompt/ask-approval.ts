// Asks a person whether a call may run: approve, edit its arguments, deny with a reason, or leave it for later.

import type { Json, JsonObject } from "@haft/sdk/wire";
import { type ApprovalFacts, describeApproval, describeEdit } from "../output/approval.ts";
import { jsonText, visible } from "../output/json-text.ts";
import type { Paint } from "../output/paint.ts";
import { plainLine, plainText } from "../output/plain-text.ts";
import type { Wait } from "../session/wait.ts";
import type { Conversation } from "./ask.ts";
import type { Asking } from "./ask-value.ts";
import { terminalReader } from "./line-reader.ts";

/** What was decided. `later`: the person ended the prompt, or `signal` did. */
export type Decision =
  | { readonly kind: "approve"; readonly arguments?: JsonObject }
  | { readonly kind: "deny"; readonly reason: string }
  | { readonly kind: "later" };

/** Shows what would run and reads the decision. */
export async function askApproval(
  wait: Wait,
  facts: ApprovalFacts,
  streams: Conversation,
  paint: Paint,
  signal: AbortSignal,
  now: number,
): Promise<Decision> {
  using reader = terminalReader(streams.stdin, streams.stderr, signal);
  // Awaited here, so that the reader is not closed before the decision is there.
  return await askApprovalWith(wait, facts, { reader, paint, say: (text) => void streams.stderr.write(text) }, now);
}

/** The same with any reader of lines. */
export async function askApprovalWith(
  wait: Wait,
  facts: ApprovalFacts,
  asking: Asking,
  now: number,
): Promise<Decision> {
  const [title = "", ...rest] = describeApproval(wait, facts, now);
  asking.say(`${asking.paint.strong(title)}\n${rest.join("\n")}\n`);
  asking.say(`${asking.paint.quiet("Ctrl-D, or Enter alone, decides later; what you type is logged")}\n`);
  const { source } = facts;
  for (;;) {
    const typed = await asking.reader.line(`approve, edit, deny${source === undefined ? "" : ", source"}? `);
    const word = typed?.trim().toLowerCase();
    if (word === undefined || word === "") return { kind: "later" };
    const decision = await decisionFor(word, wait, facts, asking);
    if (decision !== undefined) return decision;
  }
}

/** Undefined: it is asked again. */
async function decisionFor(
  word: string,
  wait: Wait,
  { source }: ApprovalFacts,
  asking: Asking,
): Promise<Decision | undefined> {
  const is = (command: string) => command.startsWith(word);
  if (is("approve") || word === "y" || word === "yes") return { kind: "approve" };
  if (is("edit")) return editArguments(wait.approval?.arguments ?? {}, asking);
  if (is("deny") || word === "n" || word === "no") return askReason(asking);
  if (source !== undefined && is("source")) {
    asking.say(`${asking.paint.strong(plainLine(source.file))}\n${plainText(source.text).trimEnd()}\n`);
    return undefined;
  }
  asking.say(`${asking.paint.error("that is none of them:")} type approve, edit or deny, or their first letters\n`);
  return undefined;
}

async function askReason(asking: Asking): Promise<Decision> {
  for (;;) {
    const reason = await asking.reader.line("why not: ");
    if (reason === undefined) return { kind: "later" };
    if (reason.trim() !== "") return { kind: "deny", reason: reason.trim() };
    asking.say(`${asking.paint.error("a reason is needed:")} the model is told it\n`);
  }
}

/** Argument by argument; then what has changed is shown, and approved or not. */
async function editArguments(before: JsonObject, asking: Asking): Promise<Decision | undefined> {
  const after: Record<string, Json> = {};
  for (const [name, value] of Object.entries(before)) {
    const typed = await asking.reader.line(
      `${plainLine(name)} (${plainLine(visible(jsonText(value)))}), Enter keeps it: `,
    );
    if (typed === undefined) return { kind: "later" };
    after[name] = typed.trim() === "" ? value : typedValue(typed.trim(), value);
  }
  const changes = describeEdit(before, after);
  if (changes.length === 0) {
    asking.say("nothing is different\n");
    return undefined;
  }
  asking.say(`${changes.join("\n")}\n`);
  for (;;) {
    const sure = await asking.reader.line("approve with these? yes or no: ");
    if (sure === undefined) return { kind: "later" };
    const word = sure.trim().toLowerCase();
    if (word === "y" || word === "yes") return { kind: "approve", arguments: after };
    if (word === "n" || word === "no") {
      asking.say("nothing is approved, and the arguments are as they were\n");
      return undefined;
    }
    asking.say(`${asking.paint.error("that is neither:")} type yes or no\n`);
  }
}

/** JSON where it is JSON of another kind than text, or in quotes; else the text itself. The engine checks what fits. */
function typedValue(typed: string, before: Json): Json {
  try {
    const value: Json = JSON.parse(typed);
    return typeof before === "string" && typeof value !== "string" ? typed : value;
  } catch {
    return typed;
  }
}
