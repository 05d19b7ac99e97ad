// Chance from a seed: the same seed, the same chances in the same order.

/** A source of chance. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number below a bound. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** The source of one seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    chance: (probability) => next() < probability,
    pick(choices) {
      const picked = choices[Math.floor(next() * choices.length)];
      if (picked === undefined) throw new Error("there is nothing to pick from");
      return picked;
    },
  };
}
