// What a provider wants to see again beside a message: its reasoning, signed or encrypted, and the signatures of calls.
// Nobody but the same model of the same provider is shown it; to everybody else it is opaque.

import type { LanguageModelV4Message, LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { Json, JsonObject } from "@haft/engine";
import { isObject } from "@haft/engine/ports";

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** Whose carried parts they are. */
export interface CarryOwner {
  readonly provider: string;
  /** The provider's own name of the model. */
  readonly model: string;
}

/** One part of a message, in the order in which they came. Texts and calls are kept elsewhere, and only marked here. */
type CarriedPart =
  | { readonly kind: "reasoning"; readonly text: string; readonly marks: JsonObject }
  | { readonly kind: "text"; readonly marks: JsonObject }
  | { readonly kind: "call"; readonly id: string; readonly marks: JsonObject };

/** What of a provider's marks is worth keeping; the rest is of use only to it, or names what it did not keep. */
const KEPT: ReadonlySet<string> = new Set([
  "reasoningEncryptedContent",
  "thoughtSignature",
  "signature",
  "redactedData",
  "phase",
]);

/** Listens to a stream for what must be carried. */
export class CarryRecorder {
  readonly #parts: { kind: CarriedPart["kind"]; key: string; text: string; marks: JsonObject }[] = [];

  hear(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        this.#mark("reasoning", part.id, part.providerMetadata).text += "delta" in part ? part.delta : "";
        return;
      case "text-start":
      case "text-delta":
      case "text-end":
        this.#mark("text", "text", part.providerMetadata);
        return;
      case "tool-call":
        this.#mark("call", part.toolCallId, part.providerMetadata);
        return;
      default:
    }
  }

  #mark(kind: CarriedPart["kind"], key: string, metadata: SharedV4ProviderMetadata | undefined) {
    let found = this.#parts.find((part) => part.kind === kind && part.key === key);
    if (found === undefined) {
      found = { kind, key, text: "", marks: {} };
      this.#parts.push(found);
    }
    const kept = keptMarks(metadata);
    if (kept !== undefined) found.marks = { ...found.marks, ...kept };
    return found;
  }

  /** What was heard; undefined where the provider wants nothing back. */
  carry(owner: CarryOwner): Json | undefined {
    const wanted = this.#parts.filter(({ kind, marks }) => kind !== "reasoning" || isMarked(marks));
    if (!wanted.some(({ marks }) => isMarked(marks))) return undefined;
    const parts = wanted.map(({ kind, key, text, marks }): JsonObject => {
      if (kind === "reasoning") return { kind, text, marks };
      return kind === "call" ? { kind, id: key, marks } : { kind, marks };
    });
    return { provider: owner.provider, model: owner.model, parts };
  }
}

function isMarked(marks: JsonObject): boolean {
  return Object.keys(marks).length > 0;
}

/** The marks under each provider's name, without what is not kept. */
function keptMarks(metadata: SharedV4ProviderMetadata | undefined): JsonObject | undefined {
  const kept: Record<string, Json> = {};
  for (const [name, marks] of Object.entries(metadata ?? {})) {
    const worth = Object.entries(marks).filter(
      (mark): mark is [string, string] => KEPT.has(mark[0]) && typeof mark[1] === "string",
    );
    if (worth.length === 0) continue;
    // OpenAI takes encrypted reasoning back under the id that it gave it.
    const id = worth.some(([key]) => key === "reasoningEncryptedContent") ? marks.itemId : undefined;
    kept[name] = { ...Object.fromEntries(worth), ...(typeof id === "string" ? { itemId: id } : {}) };
  }
  return isMarked(kept) ? kept : undefined;
}

/** The parts of a message, with what it carries in its place. What another model carried is left out. */
export function carriedParts(
  carry: Json | undefined,
  owner: CarryOwner,
  plain: readonly AssistantPart[],
): AssistantPart[] {
  const waiting = [...plain];
  const parts: AssistantPart[] = [];
  for (const one of ownParts(carry, owner)) {
    const providerOptions = marksOf(one.marks);
    if (one.kind === "reasoning") {
      parts.push({ type: "reasoning", text: one.text, providerOptions });
      continue;
    }
    const at = waiting.findIndex((part) =>
      one.kind === "text" ? part.type === "text" : part.type === "tool-call" && part.toolCallId === one.id,
    );
    const [found] = at < 0 ? [] : waiting.splice(at, 1);
    if (found !== undefined) parts.push({ ...found, providerOptions });
  }
  return [...parts, ...waiting];
}

function ownParts(carry: Json | undefined, owner: CarryOwner): CarriedPart[] {
  if (!isObject(carry) || carry.provider !== owner.provider || carry.model !== owner.model) return [];
  return Array.isArray(carry.parts) ? carry.parts.flatMap(asPart) : [];
}

function asPart(value: Json): CarriedPart[] {
  if (!isObject(value) || !isObject(value.marks)) return [];
  const { kind, marks } = value;
  if (kind === "reasoning" && typeof value.text === "string") return [{ kind, text: value.text, marks }];
  if (kind === "call" && typeof value.id === "string") return [{ kind, id: value.id, marks }];
  return kind === "text" ? [{ kind, marks }] : [];
}

function marksOf(marks: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(marks).filter((mark): mark is [string, JsonObject] => isObject(mark[1])));
}
