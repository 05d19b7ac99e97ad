// What is in flight for one run: phases of calls and requests to models, on their way or under way, and judges that think.

/**
 * `preparing`: it takes the decisions before it along in its own append. `aside`: nothing waits for it. `begun`: its start is
 * durable.
 */
export type Stage = "preparing" | "aside" | "begun";

/** One thing on its way. */
export interface Flight {
  /** Null: a request to the model. */
  readonly callId: string | null;
  readonly abort: AbortController;
  stage: Stage;
}

/** Flights by the key of their effect. */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  get size(): number {
    return this.#flights.size;
  }

  /** Whether something is about to begin. */
  get preparing(): boolean {
    return [...this.#flights.values()].some(({ stage }) => stage === "preparing");
  }

  get(key: string): Flight | undefined {
    return this.#flights.get(key);
  }

  start(key: string, callId: string | null, stage: Stage = "preparing"): Flight {
    const flight: Flight = { callId, abort: new AbortController(), stage };
    this.#flights.set(key, flight);
    return flight;
  }

  end(key: string): void {
    this.#flights.delete(key);
  }

  /** Ends what has not begun and is not wanted any more; whoever prepares it lets go of what it has when it comes. */
  endUnwanted(wanted: ReadonlySet<string>): void {
    for (const [key, flight] of this.#flights) {
      if (flight.stage !== "begun" && !wanted.has(key)) this.#drop(key, flight);
    }
  }

  /** The same for everything that has not begun. */
  endUnbegun(): void {
    this.endUnwanted(new Set());
  }

  /** Aborts everything, or what belongs to one call (null: to the model). */
  abort(reason: string, callId?: string | null): void {
    for (const flight of this.#flights.values()) {
      if (callId === undefined || flight.callId === callId) flight.abort.abort(reason);
    }
  }

  #drop(key: string, flight: Flight): void {
    this.#flights.delete(key);
    flight.abort.abort("not wanted");
  }
}
