// The conversation of one run, as its model is shown it: put together from the events that the state names.

import type { RunEvent } from "../../events/event.ts";
import type { StoredEvent } from "../../events/parse.ts";
import type { ModelMessage } from "../../ports/models.ts";
import type { AgentState } from "../../state/run-state.ts";
import { sequencesOf } from "../../state/sequences.ts";
import { readEvents } from "../read-run.ts";
import type { Services } from "../services.ts";
import { isSpoken, isSpokenType, messagesOf, type Spoken } from "./messages.ts";

/** Events that are read at once. */
const PAGE = 500;

/** What was said in one run so far; what is not at hand is read once. */
export class Conversation {
  readonly #services: Pick<Services, "store" | "blobs">;
  readonly #tenant: string;
  readonly #runId: string;
  readonly #spoken = new Map<number, Spoken>();
  readonly #instructions = new Map<number, string>();

  constructor(services: Pick<Services, "store" | "blobs">, tenant: string, runId: string) {
    this.#services = services;
    this.#tenant = tenant;
    this.#runId = runId;
  }

  /** Keeps what is said in these events. */
  see(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (isSpoken(event)) this.#spoken.set(event.seq, event);
      if (event.type === "instructions.composed") this.#instructions.set(event.seq, event.data.text ?? "");
    }
  }

  /** The messages of this run; `pending` are events that are not written yet. */
  async messages(agent: AgentState, pending: readonly RunEvent[]): Promise<readonly ModelMessage[]> {
    const unwritten = new Map(pending.filter(isSpoken).map((event) => [event.seq, event]));
    const sequences = sequencesOf(agent.transcript);
    const missing = sequences.find((seq) => !unwritten.has(seq) && !this.#spoken.has(seq));
    if (missing !== undefined) await this.#read(missing - 1);
    return messagesOf(sequences.flatMap((seq) => unwritten.get(seq) ?? this.#spoken.get(seq) ?? []));
  }

  /** The text of the instructions. */
  async instructions(agent: AgentState, pending: readonly RunEvent[]): Promise<string> {
    const seq = agent.instructions;
    if (seq === null) return "";
    for (const event of pending)
      if (event.seq === seq && event.type === "instructions.composed") return event.data.text ?? "";
    if (!this.#instructions.has(seq)) {
      this.see(await readEvents(await this.#page(seq - 1, 1), this.#tenant, this.#services.blobs));
    }
    return this.#instructions.get(seq) ?? "";
  }

  async #read(after: number): Promise<void> {
    for (let last = after; ; ) {
      const page = await this.#page(last, PAGE);
      this.see(
        await readEvents(
          page.filter(({ type }) => isSpokenType(type)),
          this.#tenant,
          this.#services.blobs,
        ),
      );
      const next = page.at(-1)?.seq;
      if (next === undefined || page.length < PAGE) return;
      last = next;
    }
  }

  #page(after: number, limit: number): Promise<readonly StoredEvent[]> {
    return this.#services.store.events(this.#tenant, this.#runId, after, limit);
  }
}
