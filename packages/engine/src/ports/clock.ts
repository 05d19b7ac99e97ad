// Spans only: every time that decides is the store's.

/** Measures spans and waits for them. */
export interface Clock {
  /** Milliseconds from an arbitrary moment; never goes back. */
  monotonic(): number;
  /** Calls back once after a span; the returned function forgets it. */
  after(milliseconds: number, callback: () => void): () => void;
}
