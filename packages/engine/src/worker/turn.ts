// What a mover does in its turn: the end of something that was in flight, or a word from outside.

/** One thing to be done while nothing else is. */
export interface Turn {
  perform(): Promise<void>;
  /** In place of `perform`, when the run is being left: what the turn holds is let go. */
  abandon?(): Promise<void> | void;
}
