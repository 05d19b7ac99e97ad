// What is in flight for one run: phases that are being prepared, or that run.

/** One phase on its way. */
export interface Flight {
  readonly callId: string;
  readonly abort: AbortController;
  /** Whether its start is durable. */
  begun: boolean;
}

/** Flights by the key of their effect. */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  get size(): number {
    return this.#flights.size;
  }

  /** Whether a place is being prepared for any. */
  get preparing(): boolean {
    return [...this.#flights.values()].some((flight) => !flight.begun);
  }

  get(key: string): Flight | undefined {
    return this.#flights.get(key);
  }

  start(key: string, callId: string): Flight {
    const flight: Flight = { callId, abort: new AbortController(), begun: false };
    this.#flights.set(key, flight);
    return flight;
  }

  end(key: string): void {
    this.#flights.delete(key);
  }

  /** Ends what has not begun and is not wanted any more; whoever prepares it releases the place when it comes. */
  endUnwanted(wanted: ReadonlySet<string>): void {
    for (const [key, flight] of this.#flights) {
      if (flight.begun || wanted.has(key)) continue;
      this.#flights.delete(key);
      flight.abort.abort("not wanted");
    }
  }

  /** Aborts everything, or what belongs to one call. */
  abort(reason: string, callId?: string): void {
    for (const flight of this.#flights.values()) {
      if (callId === undefined || flight.callId === callId) flight.abort.abort(reason);
    }
  }
}
