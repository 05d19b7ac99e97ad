// Lines and progress of calls, gathered until the next append, counted after the first 1,000 of a call.

import type { EventDraft } from "../../events/event.ts";
import { shorten } from "../../events/shorten.ts";
import type { CallState } from "../../state/run-state.ts";

/** Notes of one call that are kept. */
const MOST = 1_000;

/** A line or progress of a call. */
export type Note = Extract<EventDraft, { type: "tool.log" | "tool.progress" }>;

/** What calls said and is not written yet. */
export class Notes {
  #drafts: EventDraft[] = [];
  readonly #counts = new Map<string, number>();

  /** A phase begins: phases before it may have left notes elsewhere. */
  begin({ callId, notes }: CallState): void {
    this.#counts.set(callId, Math.max(this.#counts.get(callId) ?? 0, notes));
  }

  /** How many there are of a call, as its next phase has to know it. */
  count(callId: string): { readonly notes?: number } {
    const notes = Math.min(this.#counts.get(callId) ?? 0, MOST);
    return notes === 0 ? {} : { notes };
  }

  /** Keeps a note, or counts it. True if it is the first since notes were last taken. */
  add(draft: Note): boolean {
    const { callId } = draft.data;
    const count = (this.#counts.get(callId) ?? 0) + 1;
    this.#counts.set(callId, count);
    if (count > MOST) return false;
    this.#drafts.push(shortened(draft));
    return this.#drafts.length === 1;
  }

  /** What there is, and no more of it. */
  take(): readonly EventDraft[] {
    const drafts = this.#drafts;
    this.#drafts = [];
    return drafts;
  }

  /** When a phase of a call has ended: how many of its notes were not kept, as the last note. */
  close(callId: string): readonly EventDraft[] {
    const dropped = (this.#counts.get(callId) ?? 0) - MOST;
    if (dropped <= 0) return [];
    this.#counts.set(callId, MOST);
    const text = `${dropped} more lines were not kept`;
    return [{ type: "tool.log", data: { callId, stream: "warning", text } }];
  }
}

function shortened(draft: Note): EventDraft {
  if (draft.type === "tool.log") return { ...draft, data: { ...draft.data, text: shorten(draft.data.text) } };
  const { message } = draft.data;
  return message === undefined ? draft : { ...draft, data: { ...draft.data, message: shorten(message) } };
}
