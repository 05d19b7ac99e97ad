// Streamed text on its way to whoever watches: masked across its pieces, gathered, and lost without harm.

import type { Clock } from "../../ports/clock.ts";
import type { ModelObserver } from "../../ports/models.ts";
import type { Masker } from "../../secrets/masker.ts";

/** Hears the pieces of one response. */
export interface Deltas extends ModelObserver {
  /** Gives out what is gathered, and nothing afterwards. */
  end(): void;
}

/** Gathers for so long before text is given out. */
export function gatherDeltas(
  clock: Clock,
  masker: Masker,
  gatherMs: number,
  out: ((text: string) => void) | undefined,
): Deltas {
  if (out === undefined) return { delta: () => undefined, end: () => undefined };
  const stream = masker.stream();
  let gathered = "";
  let forget: (() => void) | null = null;
  let ended = false;
  const give = (): void => {
    forget = null;
    const text = gathered;
    gathered = "";
    if (text !== "") out(text);
  };
  return {
    delta(text) {
      if (ended) return;
      gathered += stream.push(text);
      forget ??= clock.after(gatherMs, give);
    },
    end() {
      if (ended) return;
      ended = true;
      forget?.();
      gathered += stream.end();
      give();
    },
  };
}
