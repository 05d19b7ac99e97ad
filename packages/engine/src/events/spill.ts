// Payloads are bounded: fields that are too large are kept as blobs and come back when the event is read.

import { isObject, type Json } from "../json/json.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { EventDraft, RunEvent } from "./event.ts";
import type { BlobReference, EventType } from "./payloads.ts";

/** The largest payload, in bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Fields that may be large; everything else is bounded where it is made. */
const LARGE: readonly string[] = [
  "arguments",
  "attachments",
  "calls",
  "carry",
  "changes",
  "config",
  "context",
  "definition",
  "fileState",
  "input",
  "meta",
  "output",
  "payload",
  "schema",
  "script",
  "settings",
  "text",
  "tools",
  "value",
];
/** Fields that are blobs whatever their size: the same text is written in run after run, and kept once. */
const ALWAYS: Readonly<Partial<Record<EventType, readonly string[]>>> = {
  "instructions.composed": ["text"],
  "tools.discovered": ["tools"],
};

/** Whether an event is folded without its large values: they are for whoever asks the model. */
export function isFoldedWithout(type: string): boolean {
  return Object.hasOwn(ALWAYS, type);
}

/** The events as they are written: where one is too large, its largest fields are blobs that are durable already. */
export async function spill(drafts: readonly EventDraft[], tenant: string, blobs: Blobs): Promise<EventDraft[]> {
  return Promise.all(drafts.map((draft) => spillOne(draft, tenant, blobs)));
}

async function spillOne(draft: EventDraft, tenant: string, blobs: Blobs): Promise<EventDraft> {
  const always = ALWAYS[draft.type] ?? [];
  const text = JSON.stringify(draft.data);
  // Most payloads are small; a count of characters is a lower bound of the bytes, and three times it an upper one.
  const small = text.length * 3 <= MAX_PAYLOAD_BYTES || Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES;
  if (small && always.length === 0) return draft;
  const data: Record<string, unknown> = { ...draft.data };
  const references: Record<string, BlobReference> = {};
  let size = Buffer.byteLength(text);
  for (const { name, bytes } of candidates(data, small ? always : LARGE, always)) {
    if (size <= MAX_PAYLOAD_BYTES && !always.includes(name)) continue;
    references[name] = { digest: await blobs.put(tenant, bytes), bytes: bytes.length };
    delete data[name];
    size -= bytes.length;
  }
  if (Object.keys(references).length === 0) return draft;
  // A draft of the same kind, some of whose optional fields have become references.
  return { type: draft.type, data: { ...data, blobs: references } } as unknown as EventDraft;
}

/** The fields that can be moved: first those that always are, then the largest. */
function candidates(
  data: Readonly<Record<string, unknown>>,
  names: readonly string[],
  always: readonly string[],
): readonly { readonly name: string; readonly bytes: Buffer }[] {
  const rank = (name: string): number => (always.includes(name) ? 0 : 1);
  return names
    .flatMap((name) => {
      const field = Object.hasOwn(data, name) ? JSON.stringify(data[name]) : undefined;
      return field === undefined ? [] : [{ name, bytes: Buffer.from(field) }];
    })
    .sort((a, b) => rank(a.name) - rank(b.name) || b.bytes.length - a.bytes.length);
}

/** The event with its large fields brought back. Rejects if a blob is gone. */
export async function unspill(event: RunEvent, tenant: string, blobs: Blobs): Promise<RunEvent> {
  const references = "blobs" in event.data ? event.data.blobs : undefined;
  if (references === undefined || !isObject(references)) return event;
  const data: Record<string, unknown> = { ...event.data };
  delete data.blobs;
  for (const [name, reference] of Object.entries(references)) {
    if (!isObject(reference) || typeof reference.digest !== "string") continue;
    const value: Json = JSON.parse(Buffer.from(await blobs.get(tenant, reference.digest)).toString("utf8"));
    data[name] = value;
  }
  return Object.freeze({ ...event, data }) as unknown as RunEvent;
}
